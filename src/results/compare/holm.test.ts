import { expect, test } from "vitest";
import { holm } from "./holm.ts";

test.each([
  [[], []],
  [[0.03], [0.03]],
  // 3 · 0.01, then 2 · 0.02 = 0.04, then 1 · 0.03, which may not be below the one before it.
  [
    [0.01, 0.03, 0.02],
    [0.03, 0.04, 0.04],
  ],
  [
    [0.6, 0.7],
    [1, 1],
  ],
])("p-values of several comparisons are adjusted: %j", (given, expected) => {
  const found = holm(given);
  expect(found).toHaveLength(expected.length);
  for (const [at, p] of expected.entries()) expect(found[at]).toBeCloseTo(p, 12);
});
