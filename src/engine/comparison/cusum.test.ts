import { describe, expect, test } from "vitest";
import { cusum, failureChart } from "./cusum.ts";

test("the published example of Montgomery (Table 9.1, mean 10, k = 0.5)", () => {
  const values = [
    9.45, 7.99, 9.29, 11.66, 12.16, 10.18, 8.04, 11.46, 9.2, 10.34, 9.03, 11.47, 10.51, 9.4, 10.08, 9.37,
    10.62, 10.31, 8.52, 10.84, 10.9, 9.33, 12.29, 11.5, 10.6, 11.08, 10.38, 11.62, 11.31, 10.52,
  ];
  const sums: number[] = [];
  for (const value of values) sums.push(cusum(sums.at(-1) ?? 0, value - 10.5));
  const at = (period: number) => Number(sums[period - 1]?.toFixed(2));
  // With a limit of 5, the shift after period 20 is found at period 29.
  expect([at(5), at(29), at(30)]).toEqual([2.82, 5.28, 5.3]);
});

test("a failure where 10% are expected: doubled odds are 18.2%", () => {
  const { failure, success, limit, changed_rate } = failureChart(0.1, 1000);
  expect([failure, success, limit, changed_rate].map((value) => Number(value.toFixed(4)))).toEqual([
    0.5978, -0.0953, 6.9078, 0.1818,
  ]);
});

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The number of calls until an alarm, on average. */
function runLength(expected: number, actual: number, runs: number): number {
  const { failure, success, limit } = failureChart(expected, 500);
  const next = random(20261122);
  let calls = 0;
  for (let run = 0; run < runs; run++)
    for (let sum = 0; sum < limit; calls++) sum = cusum(sum, next() < actual ? failure : success);
  return calls / runs;
}

describe("over 400 simulated streams of calls", () => {
  test.each([0.02, 0.1, 0.3, 0.6])(
    "with a share of %f that fail as expected, a false alarm is as rare as promised",
    (rate) => {
      expect(runLength(rate, rate, 400)).toBeGreaterThan(500);
    },
  );

  test.each([
    [0.05, 0.3],
    [0.1, 0.5],
    [0.3, 0.7],
  ])("where %f were expected and %f fail, it is found as early as Wald's bound says", (expected, actual) => {
    const { failure, success, limit } = failureChart(expected, 500);
    const drift = actual * failure + (1 - actual) * success;
    expect(runLength(expected, actual, 400)).toBeLessThan((limit + failure) / drift);
  });
});
