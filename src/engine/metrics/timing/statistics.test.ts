import { expect, test } from "vitest";
import { quantile } from "./statistics.ts";

test("quantile interpolates between the closest ranks", () => {
  // Ranks are 0 to 3. p25: rank 0.75, 10 + 0.75 * 10. p90: rank 2.7, 30 + 0.7 * 70.
  const sorted = [10, 20, 30, 100];
  expect(quantile(sorted, 0.25)).toBe(17.5);
  expect(quantile(sorted, 0.5)).toBe(25);
  expect(quantile(sorted, 0.9)).toBeCloseTo(79, 10);
  expect(quantile(sorted, 0)).toBe(10);
  expect(quantile(sorted, 1)).toBe(100);
});

test("a single value is each of its quantiles, and an empty list has no quantile", () => {
  expect(quantile([7], 0.95)).toBe(7);
  expect(quantile([], 0.5)).toBeNull();
});
