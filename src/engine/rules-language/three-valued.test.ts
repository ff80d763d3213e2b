import { describe, expect, it } from "vitest";
import { allOf, anyOf, negate, type Outcome } from "./three-valued.ts";

const U = "unknown";

describe("Kleene's connectives", () => {
  it.each<[Outcome, Outcome, Outcome, Outcome]>([
    // left, right, and, or
    [true, true, true, true],
    [true, false, false, true],
    [true, U, U, true],
    [false, true, false, true],
    [false, false, false, false],
    [false, U, false, U],
    [U, true, U, true],
    [U, false, false, U],
    [U, U, U, U],
  ])("%s with %s: and %s, or %s", (left, right, and, or) => {
    expect(allOf([left, right])).toBe(and);
    expect(anyOf([left, right])).toBe(or);
  });

  it("has true for no terms of `and` and false for no terms of `or`", () => {
    expect(allOf([])).toBe(true);
    expect(anyOf([])).toBe(false);
  });

  it("negates all but unknown", () => {
    expect([negate(true), negate(false), negate(U)]).toEqual([false, true, U]);
  });
});
