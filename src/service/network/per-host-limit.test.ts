import { expect, test } from "vitest";
import { createPerHostLimit } from "./per-host-limit.ts";

const limit = () => createPerHostLimit({ answering: 3, hanging: 1 });

test("a host that answers has as many as it may, and another its own", () => {
  const { admit } = limit();
  const [first] = [admit("a"), admit("a"), admit("a")];
  expect(admit("a")).toBeUndefined();
  expect(admit("b")).toBeDefined();
  first?.end(true);
  expect(admit("a")).toBeDefined();
});

test("a host that let the time run out has few until it answers again", () => {
  const { admit } = limit();
  admit("a")?.end(false);
  const only = admit("a");
  expect(admit("a")).toBeUndefined();
  only?.end(true);
  expect([admit("a"), admit("a"), admit("a")]).not.toContain(undefined);
});
