import fc from "fast-check";
import { expect, test } from "vitest";
import { mcnemar } from "./mcnemar.ts";

test.each([
  // No discordant pair: twice the whole, at most 1.
  [0, 0, 1],
  // 1 of 2^1, twice: 1.
  [0, 1, 1],
  // 2 · 1/2^5
  [0, 5, 0.0625],
  // 2 · 1/2^6
  [6, 0, 0.03125],
  // 2 · (C(10,0) + C(10,1) + C(10,2)) / 2^10 = 2 · 56 / 1024
  [2, 8, 0.109375],
  // As many on either side: both tails overlap, at most 1.
  [5, 5, 1],
])("McNemar's p of %i against %i is %d", (only_a, only_b, p) => {
  expect(mcnemar(only_a, only_b)).toBeCloseTo(p, 12);
});

test("is the same from either side, a probability, and smaller the more one-sided", () => {
  const count = fc.integer({ min: 0, max: 2000 });
  fc.assert(
    fc.property(count, count, (a, b) => {
      const p = mcnemar(a, b);
      return p === mcnemar(b, a) && p >= 0 && p <= 1 && mcnemar(0, a + b) <= p + 1e-12;
    }),
    { numRuns: 50 },
  );
});
