import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

const places = () => createPlaces({ answering: 3, hanging: 1 });

test("a host that answers has as many as it may, and another its own", () => {
  const { take } = places();
  const [first] = [take("a"), take("a"), take("a")];
  expect(take("a")).toBeUndefined();
  expect(take("b")).toBeDefined();
  first?.leave(true);
  expect(take("a")).toBeDefined();
});

test("a host that let the time run out has few until it answers again", () => {
  const { take } = places();
  take("a")?.leave(false);
  const only = take("a");
  expect(take("a")).toBeUndefined();
  only?.leave(true);
  expect([take("a"), take("a"), take("a")]).not.toContain(undefined);
});
