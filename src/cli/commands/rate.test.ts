import { expect, test } from "vitest";
import { rate } from "./rate.ts";

test("a rate is a number of requests in a second or a minute", () => {
  expect(rate.parse("50/s")).toEqual({ requests: 50, window_ms: 1000 });
  expect(rate.parse("3000/min")).toEqual({ requests: 3000, window_ms: 60_000 });
});

test.each(["", "50", "/s", "0/s", "-1/s", "1.5/s", "50/h", "50 /s", "50/s/s", "1e3/s"])(
  "%j is not a rate",
  (text) => {
    expect(() => rate.parse(text)).toThrow("must be a rate such as 50/s or 3000/min");
  },
);
