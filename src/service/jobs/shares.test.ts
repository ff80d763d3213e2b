import { expect, test } from "vitest";
import { createShares } from "./shares.ts";

const LINES = 25;

/** Lets each organization take what it may, in this order. Returns how much each has. */
function takeAll(shares: ReturnType<typeof createShares>, names: readonly string[]) {
  const leave = new Map(names.map((name) => [name, [] as (() => void)[]]));
  const take = (name: string) => {
    let slots = 0;
    for (; slots < LINES && !shares.full().includes(name); slots++) leave.get(name)?.push(shares.enter(name));
    return slots;
  };
  return { leave, take, taken: names.map(take) };
}

test("the first organization gets four fifths of the slots, and others still get one", () => {
  expect(takeAll(createShares(LINES), ["a", "b", "c"]).taken).toEqual([20, 4, 1]);
});

test("a waiting organization gets the slots that become free until the shares are even", () => {
  const shares = createShares(LINES);
  const { leave, take } = takeAll(shares, ["a", "b"]);
  for (let ended = 0; ended < 100; ended++) {
    const most = [...leave.values()].toSorted((one, other) => other.length - one.length)[0];
    most?.shift()?.();
    take("b");
    take("a");
  }
  const counts = [...leave.values()].map(({ length }) => length);
  expect(Math.abs((counts[0] ?? 0) - (counts[1] ?? 0))).toBeLessThanOrEqual(1);
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBeGreaterThanOrEqual(20);
});

test("jobs without an organization take slots without a limit", () => {
  const shares = createShares(3);
  for (let taken = 0; taken < 3; taken++) shares.enter(null);
  expect(shares.full()).toEqual([]);
  expect(createShares(3).full()).toEqual([]);
});
