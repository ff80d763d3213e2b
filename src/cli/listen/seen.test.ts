import { expect, test } from "vitest";
import { SeenDeliveries } from "./seen.ts";

test("an id is new once, and again when it was taken back", () => {
  const seen = new SeenDeliveries(["a"]);
  expect(seen.add("a")).toBe(false);
  expect(seen.add("b")).toBe(true);
  expect(seen.add("b")).toBe(false);
  seen.forget("b");
  expect(seen.add("b")).toBe(true);
});

test("the oldest are forgotten first", () => {
  const seen = new SeenDeliveries(["a"], 2);
  seen.add("b");
  seen.add("c");
  expect([seen.add("c"), seen.add("b"), seen.add("a")]).toEqual([false, false, true]);
});
