import { expect, test } from "vitest";
import { personsValue } from "./persons-value.ts";

test.each([
  ["pass_fail", "Pass", true],
  ["pass_fail", " failed ", false],
  ["tool_call", "true", true],
  ["yes_no", "NO", false],
  ["yes_no", "n/a", null],
  ["quantitative", "7.5", 7.5],
  ["quantitative", "not applicable", null],
  ["enum", "warm", "warm"],
  ["enum", "na", "na"],
  ["qualitative", "It was kind.", "It was kind."],
  ["json", '{"tone":"warm"}', '{"tone":"warm"}'],
] as const)("a person's label for a metric of type %s: %j is %j", (response_type, written, value) => {
  const settings = { response_type, enum_options: ["warm", "na"] };
  expect(personsValue(written, settings)).toEqual({ value });
});

test.each([
  ["pass_fail", "perhaps", 'value must be true or false, not "perhaps"'],
  ["yes_no", "yes, but only if asked", 'value must be true or false, not "yes, but only if asked"'],
  ["yes_no", "not applicable to calls", 'value must be true or false, not "not applicable to calls"'],
  ["quantitative", "", 'value must be a number, not ""'],
  ["quantitative", "Infinity", 'value must be a number, not "Infinity"'],
  ["quantitative", "11", "value must be at most 10, not 11"],
  ["enum", "hot", 'value must be one of "warm", not "hot"'],
  ["qualitative", "  ", 'value must be a text, not ""'],
] as const)("%s: %j is refused", (response_type, written, fault) => {
  const settings = { response_type, max_value: 10, enum_options: ["warm"] };
  expect(personsValue(written, settings)).toEqual({ fault });
});
