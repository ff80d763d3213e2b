import { expect, test } from "vitest";
import { isMet, readRequirement } from "./requirement.ts";
import { type Judged, summarize } from "./summary.ts";

const judged = (expected: boolean, value: boolean): Judged => ({
  expected,
  status: "EVALUATED",
  value,
  agreement: null,
});
const good = summarize(
  [true, false].flatMap((label) => Array.from({ length: 40 }, () => judged(label, label))),
);
const poor = summarize(
  [true, false].flatMap((label) => Array.from({ length: 40 }, (_, n) => judged(label, n % 2 === 0))),
);

test("a judge that agrees meets a bound on kappa, and one that guesses does not", () => {
  const required = readRequirement("kappa.lower >= 0.5");
  expect(required).toEqual({ field: "kappa.lower", operator: ">=", bound: 0.5 });
  expect([isMet(required, good), isMet(required, poor)]).toEqual([true, false]);
});

test("what was not measured meets nothing", () => {
  expect(isMet(readRequirement("flip_rate<=0.1"), good)).toBe(false);
  expect(isMet(readRequirement("kappa.lower>=-1"), summarize([]))).toBe(false);
});

test.each(["kappa", "kappa.lower=>0.5", "beauty>1", ""])("%j is not a condition", (text) => {
  expect(() => readRequirement(text)).toThrow("is not a condition");
});
