import { expect, test } from "vitest";
import { turnRng } from "../random.ts";
import { hasDrifted } from "./drift.ts";

test("a judge that is right much less often than before has drifted", () => {
  const before = { right: 38, judged: 40 };
  expect(hasDrifted({ right: 20, judged: 20 }, before)).toBe(false);
  expect(hasDrifted({ right: 18, judged: 20 }, before)).toBe(false);
  expect(hasDrifted({ right: 12, judged: 20 }, before)).toBe(true);
  // Nothing was judged, so nothing is known.
  expect(hasDrifted({ right: 0, judged: 0 }, before)).toBe(false);
});

test("a judge that stays as it is raises a false alarm in at most 5 of 100 runs, and one that guesses is found", () => {
  const random = turnRng("drift", "simulated", 0);
  const score = (judged: number, rate: number) => ({
    judged,
    right: Array.from({ length: judged }, () => random() < rate).filter(Boolean).length,
  });
  const alarms = (rate: number) =>
    Array.from({ length: 2_000 }, () => hasDrifted(score(20, rate), score(60, 0.9))).filter(Boolean).length /
    2_000;
  expect(alarms(0.9)).toBeLessThanOrEqual(0.05);
  expect(alarms(0.5)).toBeGreaterThan(0.9);
});
