import { expect, test } from "vitest";
import { createPerHostLimit } from "./per-host-limit.ts";

const limit = () => createPerHostLimit({ answering: 3, hanging: 1 });

test("each host that answers has a limit of its own", () => {
  const { admit } = limit();
  const [first] = [admit("a"), admit("a"), admit("a")];
  expect(admit("a")).toBeUndefined();
  expect(admit("b")).toBeDefined();
  first?.end(true);
  expect(admit("a")).toBeDefined();
});

test("a host that timed out may have few exchanges until it answers again", () => {
  const { admit } = limit();
  admit("a")?.end(false);
  const only = admit("a");
  expect(admit("a")).toBeUndefined();
  only?.end(true);
  expect([admit("a"), admit("a"), admit("a")]).not.toContain(undefined);
});
