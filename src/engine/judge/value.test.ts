import { describe, expect, it } from "vitest";
import { valueFault } from "./value.ts";

describe("valueFault", () => {
  it.each([
    [{ response_type: "pass_fail" }, false],
    [{ response_type: "yes_no" }, true],
    [{ response_type: "quantitative" }, -1e9],
    [{ response_type: "quantitative", min_value: 1, max_value: 5 }, 1],
    [{ response_type: "quantitative", min_value: 1, max_value: 5 }, 5],
    [{ response_type: "quantitative", min_value: null, max_value: 5 }, -3],
    [{ response_type: "enum", enum_options: ["calm", "angry"] }, "angry"],
    [{ response_type: "qualitative" }, "Polite."],
    [{ response_type: "json" }, {}],
  ] as const)("%j takes %j", (settings, value) => {
    expect(valueFault(value, { ...settings, enum_options: ["calm", "angry"] })).toBeUndefined();
  });

  it.each([
    ["wrong_type", { response_type: "pass_fail" }, "true"],
    ["wrong_type", { response_type: "yes_no" }, 1],
    ["wrong_type", { response_type: "yes_no" }, null],
    ["wrong_type", { response_type: "quantitative" }, "3"],
    ["wrong_type", { response_type: "quantitative" }, Number.NaN],
    ["out_of_range", { response_type: "quantitative", min_value: 1, max_value: 5 }, 0.999],
    ["out_of_range", { response_type: "quantitative", min_value: 1, max_value: 5 }, 5.001],
    ["out_of_range", { response_type: "quantitative", max_value: 0 }, 1],
    ["unknown_option", { response_type: "enum" }, "Angry"],
    ["unknown_option", { response_type: "enum" }, null],
    ["wrong_type", { response_type: "qualitative" }, " "],
    ["wrong_type", { response_type: "json" }, []],
    ["wrong_type", { response_type: "json" }, null],
  ] as const)("%s: %j does not take %j", (reason, settings, value) => {
    expect(valueFault(value, { ...settings, enum_options: ["calm", "angry"] })).toMatchObject({ reason });
  });
});
