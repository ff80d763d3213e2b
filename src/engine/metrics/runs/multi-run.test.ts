import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passAtK, passHatK, runStatistics, wilsonInterval } from "./multi-run.ts";

describe("passAtK and passHatK", () => {
  test("3 passes in 5 runs, drawing 2", () => {
    // C(2,2)/C(5,2) = 1/10 pairs without a pass; C(3,2)/C(5,2) = 3/10 pairs of passes.
    expect(passAtK(5, 3, 2)).toBeCloseTo(0.9, 12);
    expect(passHatK(5, 3, 2)).toBeCloseTo(0.3, 12);
  });

  test("drawing one, both are the pass rate", () => {
    expect(passAtK(8, 3, 1)).toBeCloseTo(3 / 8, 12);
    expect(passHatK(8, 3, 1)).toBeCloseTo(3 / 8, 12);
  });

  test("no more runs can be drawn than were made", () => {
    expect([passAtK(3, 3, 4), passHatK(3, 3, 4), passAtK(3, 3, 0)]).toEqual([null, null, null]);
  });

  test("the chance of a pass grows with k, that of passes only falls", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.nat(), fc.nat(), (n, c, k) => {
        const passed = c % (n + 1);
        const drawn = 1 + (k % (n - 1));
        expect(Number(passAtK(n, passed, drawn + 1))).toBeGreaterThanOrEqual(
          Number(passAtK(n, passed, drawn)) - 1e-12,
        );
        expect(Number(passHatK(n, passed, drawn + 1))).toBeLessThanOrEqual(
          Number(passHatK(n, passed, drawn)) + 1e-12,
        );
      }),
    );
  });
});

describe("wilsonInterval", () => {
  test("8 of 10", () => {
    // z = 1.96: (0.8 + 0.19208 ± 1.96 √(0.016 + 0.009604)) / 1.38416 = (0.99208 ± 0.313622) / 1.38416.
    const interval = wilsonInterval(10, 8, 1.96);
    expect(interval?.low).toBeCloseTo(0.4902, 4);
    expect(interval?.high).toBeCloseTo(0.9433, 4);
  });

  test("stays between 0 and 1, and contains the observed rate and more at the ends", () => {
    // No success in 10: high = z² / (n + z²) = 3.8416 / 13.8416.
    expect(wilsonInterval(10, 0, 1.96)).toEqual({ low: 0, high: expect.closeTo(0.27754, 5) });
    expect(wilsonInterval(10, 10, 1.96)?.high).toBe(1);
  });

  test("nothing is known without trials", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});

test("runStatistics covers every k", () => {
  const statistics = runStatistics([true, true, false]);
  expect(statistics).toMatchObject({ n: 3, passed: 2 });
  // Pairs of three runs: 3, all with a pass, one of passes only.
  expect(statistics?.pass_at_k).toEqual({ 1: expect.closeTo(2 / 3, 12), 2: 1, 3: 1 });
  expect(statistics?.pass_hat_k).toEqual({
    1: expect.closeTo(2 / 3, 12),
    2: expect.closeTo(1 / 3, 12),
    3: 0,
  });
  expect(runStatistics([])).toBeNull();
});
