import { expect, test } from "vitest";
import { meets } from "./value.ts";

test.each([
  [4, "greater_than", "3", true],
  [3, "greater_than", "3", false],
  [3, "greater_than_or_equal", "3", true],
  [2.5, "less_than", "3", true],
  [3, "less_than_or_equal", "3.0", true],
  [3, "equals", "3.0", true],
  [3, "not_equals", "3", false],
  // Text is compared ignoring case, and is neither greater nor less.
  [true, "equals", "True", true],
  [false, "not_equals", "true", true],
  ["Angry", "equals", "angry", true],
  ["very angry", "contains", "ANGRY", true],
  ["calm", "not_contains", "angry", true],
  ["ten", "greater_than", "3", false],
  [true, "greater_than", "0", false],
  ["", "less_than", "3", false],
] as const)(
  "whether an alert's condition is met: %j %s %s: %s",
  (value, operator, comparison_value, expected) => {
    expect(meets(value, { operator, comparison_value })).toBe(expected);
  },
);
