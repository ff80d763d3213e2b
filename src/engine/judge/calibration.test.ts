import { describe, expect, test } from "vitest";
import { turnRng } from "../random.ts";
import { abstentionThreshold, kappa, kappaEstimate, type Pair, ratesByClass } from "./calibration.ts";
import { correctedRate, shareEstimate } from "./estimate.ts";

const JUDGES = 2_000;

/** A judge with known error rates, and conversations with a known pass rate. */
function simulated(number: number) {
  const rng = turnRng("judges", String(number), 0);
  const between = (low: number, high: number) => low + rng() * (high - low);
  const count = (n: number, share: number) => {
    let hits = 0;
    for (let trial = 0; trial < n; trial += 1) if (rng() < share) hits += 1;
    return hits;
  };
  return { rng, count, sens: between(0.7, 0.97), spec: between(0.7, 0.97), rate: between(0.15, 0.85) };
}

const judges = Array.from({ length: JUDGES }, (_, number) => simulated(number));
const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length;

describe("2,000 simulated judges with known confusion matrices", () => {
  test("the corrected pass rate is within a point on average, and its interval covers 93 to 97 of 100", () => {
    const rates = judges.map(({ count, sens, spec, rate }) => {
      const judged = 500;
      const really = count(judged, rate);
      const passed = count(really, sens) + (judged - really - count(judged - really, spec));
      const counts = {
        true_pass: count(150, sens),
        labelled_pass: 150,
        true_fail: count(150, spec),
        labelled_fail: 150,
      };
      const corrected = correctedRate({ passed, judged }, counts);
      if (!corrected) throw new Error("a judge that is better than chance has a corrected rate");
      return { off: corrected.value - rate, covers: corrected.lower <= rate && rate <= corrected.upper };
    });
    const bias = rates.reduce((sum, { off }) => sum + off, 0) / rates.length;
    expect(Math.abs(bias)).toBeLessThan(0.01);
    const covered = share(rates.map(({ covers }) => covers));
    expect(covered).toBeGreaterThanOrEqual(0.93);
    expect(covered).toBeLessThanOrEqual(0.97);
  });

  test("the bootstrap interval of kappa covers 93 to 97 of 100", () => {
    const covers = judges.map(({ rng, sens, spec, rate }, number) => {
      const pairs = Array.from({ length: 250 }, (): Pair => {
        const passes = rng() < rate;
        const says = passes ? rng() < sens : rng() >= spec;
        return [String(passes), String(says)];
      });
      const says = rate * sens + (1 - rate) * (1 - spec);
      const observed = rate * sens + (1 - rate) * spec;
      const chance = rate * says + (1 - rate) * (1 - says);
      const truth = (observed - chance) / (1 - chance);
      const estimate = kappaEstimate(pairs, { seed: String(number), resamples: 300 });
      return estimate !== null && estimate.lower <= truth && truth <= estimate.upper;
    });
    expect(share(covers)).toBeGreaterThanOrEqual(0.93);
    expect(share(covers)).toBeLessThanOrEqual(0.97);
  });

  test("of the answers taken, at most alpha are wrong in 95 of 100 tunings", () => {
    const alpha = 0.1;
    const kept = judges.map(({ rng }) => {
      // Three votes: the fewer agree, the more often the answer is wrong.
      const wrong = { "1": 0.01 + rng() * 0.08, "0.67": 0.1 + rng() * 0.3 };
      const unanimous = 0.5 + rng() * 0.4;
      const held_out = Array.from({ length: 300 }, () => {
        const agreement = rng() < unanimous ? 1 : 0.67;
        return { agreement, right: rng() >= (agreement === 1 ? wrong["1"] : wrong["0.67"]) };
      });
      const threshold = abstentionThreshold(held_out, alpha);
      if (threshold === null) return true;
      const error = threshold === 1 ? wrong["1"] : unanimous * wrong["1"] + (1 - unanimous) * wrong["0.67"];
      return error <= alpha;
    });
    expect(share(kept)).toBeGreaterThanOrEqual(0.95);
  });
});

describe("kappa", () => {
  const pairs = (counts: readonly (readonly [string, string, number])[]) =>
    counts.flatMap(([label, answer, n]) => Array.from({ length: n }, (): Pair => [label, answer]));

  test("matches textbook values", () => {
    const table = pairs([
      ["yes", "yes", 20],
      ["yes", "no", 5],
      ["no", "yes", 10],
      ["no", "no", 15],
    ]);
    expect(kappa(table)).toBeCloseTo(0.4, 10);
  });

  test("weighs ranks by how far they are apart", () => {
    const near = pairs([
      ["1", "2", 5],
      ["2", "2", 5],
      ["3", "3", 5],
    ]);
    const far = pairs([
      ["1", "3", 5],
      ["2", "2", 5],
      ["3", "3", 5],
    ]);
    const ranks = ["1", "2", "3"];
    expect(kappa(near, ranks)).toBeGreaterThan(kappa(far, ranks) ?? 1);
  });

  test("is null if there is only one class", () => {
    expect(kappa(pairs([["yes", "yes", 4]]))).toBeNull();
    expect(kappa([])).toBeNull();
  });
});

test("rates of a class leave the others out", () => {
  const [a] = ratesByClass([
    ["a", "a"],
    ["a", "b"],
    ["b", "b"],
    ["c", "a"],
  ]);
  expect(a).toMatchObject({
    class: "a",
    labelled: 2,
    sensitivity: { value: 0.5 },
    specificity: { value: 0.5 },
  });
});

test("a judge no better than chance corrects nothing", () => {
  const counts = { true_pass: 50, labelled_pass: 100, true_fail: 50, labelled_fail: 100 };
  expect(correctedRate({ passed: 5, judged: 10 }, counts)).toBeNull();
  expect(shareEstimate(0, 0)).toBeNull();
});
