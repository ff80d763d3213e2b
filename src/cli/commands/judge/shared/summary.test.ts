import { describe, expect, it } from "vitest";
import type { Expected } from "./expected.ts";
import { isRight, type Judged, summarize } from "./summary.ts";

const got = (expected: Expected, value: unknown, agreement: number | null = null): Judged => ({
  expected,
  status: "EVALUATED",
  value,
  agreement,
});
const without = (expected: Expected, status: string): Judged => ({ expected, status, value: null });

describe("summarize", () => {
  it("compares booleans", () => {
    const results = [
      ...[got(true, true, 1), got(true, true, 1), got(true, true, 2 / 3), got(true, false, 2 / 3)],
      ...[got(false, true, 1), got(false, false, 1), got(false, false, 1)],
      ...[without(true, "NOT_EVALUATED"), without(false, "ERROR")],
    ];
    expect(summarize(results)).toMatchObject({
      examples: 9,
      judged: 7,
      // 3 true and 2 false of 7.
      accuracy: 5 / 7,
      // TP 3, FP 1, FN 1: 6 / (6 + 2).
      f1: 0.75,
      mean_absolute_error: null,
      // 2 of the 7 with votes.
      flip_rate: 2 / 7,
      confusion: [
        { expected: "false", got: "ERROR", count: 1 },
        { expected: "false", got: "false", count: 2 },
        { expected: "false", got: "true", count: 1 },
        { expected: "true", got: "NOT_EVALUATED", count: 1 },
        { expected: "true", got: "false", count: 1 },
        { expected: "true", got: "true", count: 3 },
      ],
    });
  });

  it("takes the mean F1 of options", () => {
    const results = [got("a", "a"), got("a", "b"), got("b", "b"), got("c", "a")];
    // a: TP 1, FP 1, FN 1: 2/4. b: TP 1, FP 1, FN 0: 2/3. c: TP 0: 0.
    expect(summarize(results).f1).toBeCloseTo((1 / 2 + 2 / 3 + 0) / 3);
    expect(summarize(results)).toMatchObject({ accuracy: 0.5, flip_rate: null });
  });

  it("measures how far numbers are off", () => {
    // 0, 2 and 1 off.
    const results = [got(3, 3), got(5, 3), got(1, 2)];
    expect(summarize(results)).toMatchObject({ accuracy: 1 / 3, f1: null, mean_absolute_error: 1 });
  });

  it("has no rate where nothing was judged", () => {
    expect(summarize([without(true, "NOT_EVALUATED")])).toMatchObject({
      judged: 0,
      accuracy: null,
      f1: null,
      mean_absolute_error: null,
      flip_rate: null,
    });
  });
});

describe("isRight", () => {
  it.each([
    [got(true, true), true],
    [got(true, false), false],
    [got(null, false), false],
    [without(null, "NOT_APPLICABLE"), true],
    [without(true, "NOT_APPLICABLE"), false],
    [without(null, "NOT_EVALUATED"), undefined],
    [without(true, "ERROR"), undefined],
  ])("%j: %s", (result, expected) => {
    expect(isRight(result)).toBe(expected);
  });
});
