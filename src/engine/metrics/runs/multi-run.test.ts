import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runStatistics, wilsonInterval } from "./multi-run.ts";

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

describe("runStatistics", () => {
  const statisticsOf = (n: number, passed: number) => {
    const statistics = runStatistics(Array.from({ length: n }, (_, run) => run < passed));
    if (!statistics) throw new Error("there are runs");
    return statistics;
  };

  test("3 passes in 5 runs, drawing 2", () => {
    const { pass_at_k, pass_hat_k } = statisticsOf(5, 3);
    // C(2,2)/C(5,2) = 1/10 pairs without a pass; C(3,2)/C(5,2) = 3/10 pairs of passes.
    expect(pass_at_k[2]).toBeCloseTo(0.9, 12);
    expect(pass_hat_k[2]).toBeCloseTo(0.3, 12);
  });

  test("drawing one, both are the pass rate", () => {
    const { pass_at_k, pass_hat_k } = statisticsOf(8, 3);
    expect(pass_at_k[1]).toBeCloseTo(3 / 8, 12);
    expect(pass_hat_k[1]).toBeCloseTo(3 / 8, 12);
  });

  test("the chance of a pass grows with k, that of passes only falls", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.nat(), fc.nat(), (n, c, k) => {
        const { pass_at_k, pass_hat_k } = statisticsOf(n, c % (n + 1));
        const drawn = 1 + (k % (n - 1));
        expect(pass_at_k[drawn + 1]).toBeGreaterThanOrEqual(Number(pass_at_k[drawn]) - 1e-12);
        expect(pass_hat_k[drawn + 1]).toBeLessThanOrEqual(Number(pass_hat_k[drawn]) + 1e-12);
      }),
    );
  });

  test("covers every k, and no more runs than were made", () => {
    const statistics = statisticsOf(3, 2);
    expect(statistics).toMatchObject({ n: 3, passed: 2 });
    // Pairs of three runs: 3, all with a pass, one of passes only.
    expect(statistics.pass_at_k).toEqual({ 1: expect.closeTo(2 / 3, 12), 2: 1, 3: 1 });
    expect(statistics.pass_hat_k).toEqual({
      1: expect.closeTo(2 / 3, 12),
      2: expect.closeTo(1 / 3, 12),
      3: 0,
    });
  });

  test("there are none without runs", () => {
    expect(runStatistics([])).toBeNull();
  });
});
