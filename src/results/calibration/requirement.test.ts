import { expect, test } from "vitest";
import { kappaEstimate, type Pair } from "../../engine/judge/calibration.ts";
import { readRequirement, unmet } from "./requirement.ts";

const figuresOf = (answer: (label: boolean, n: number) => boolean) => {
  const pairs = [true, false].flatMap((label) =>
    Array.from({ length: 40 }, (_, n): Pair => [String(label), String(answer(label, n))]),
  );
  return { accuracy: 1, f1: 1, flip_rate: null, kappa: kappaEstimate(pairs, { seed: "test" }) };
};
const good = figuresOf((label) => label);
const poor = figuresOf((_, n) => n % 2 === 0);

test("a judge that agrees meets a bound on kappa, and one that guesses does not", () => {
  const required = readRequirement("kappa.lower >= 0.5");
  expect(required).toEqual({ field: "kappa.lower", operator: ">=", bound: 0.5 });
  expect([unmet(required, good), unmet(required, poor)]).toEqual([
    undefined,
    expect.stringMatching(/^kappa\.lower is -?0\.\d+, which is not >= 0\.5$/),
  ]);
});

test("unmeasured values meet no requirement", () => {
  expect(unmet(readRequirement("flip_rate<=0.1"), good)).toBe("flip_rate could not be measured");
  const nothing = { ...good, kappa: null };
  expect(unmet(readRequirement("kappa.lower>=-1"), nothing)).toBe("kappa.lower could not be measured");
});

test.each(["kappa", "kappa.lower=>0.5", "beauty>1", ""])("%j is not a condition", (text) => {
  expect(() => readRequirement(text)).toThrow("is not a condition");
});
