import { expect, test } from "vitest";
import { readAnswer } from "./answer.ts";

const request = { method: "POST", path: "/v1/evaluate" };
const refusal = (headers: Record<string, string>) => () =>
  readAnswer({ status: 429, headers, body: new TextEncoder().encode('{"detail":"slow down"}') }, request);

test("a refusal says how long the service asks to wait, where it does", () => {
  expect(refusal({ "retry-after": "7" })).toThrow(
    expect.objectContaining({
      message: "slow down",
      options: expect.objectContaining({ status: 429, retry_after_ms: 7000 }),
    }),
  );
  expect(refusal({})).toThrow(
    expect.objectContaining({ options: expect.not.objectContaining({ retry_after_ms: expect.anything() }) }),
  );
});
