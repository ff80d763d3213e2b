import { isObject } from "../../contract/is-object.ts";
import type { MetricSettings } from "../rules-language/input.ts";

/** Why the metric does not allow a value. */
export interface ValueFault {
  reason: "wrong_type" | "out_of_range" | "unknown_option";
  message: string;
}

/** The fault of a value, or undefined. Values are never converted or clamped. */
export function valueFault(value: unknown, settings: MetricSettings): ValueFault | undefined {
  switch (settings.response_type) {
    case "pass_fail":
    case "tool_call":
    case "yes_no":
      return typeof value === "boolean" ? undefined : wrongType("true or false", value);
    case "quantitative":
      return typeof value === "number" && Number.isFinite(value)
        ? rangeFault(value, settings)
        : wrongType("a number", value);
    case "enum":
      return optionFault(value, settings.enum_options ?? []);
    case "qualitative":
      return typeof value === "string" && value.trim() !== "" ? undefined : wrongType("a text", value);
    case "json":
      return isObject(value) ? undefined : wrongType("an object", value);
  }
}

function wrongType(expected: string, value: unknown): ValueFault {
  return { reason: "wrong_type", message: `value must be ${expected}, not ${short(value)}` };
}

function rangeFault(value: number, { min_value, max_value }: MetricSettings): ValueFault | undefined {
  const below = typeof min_value === "number" && value < min_value;
  const above = typeof max_value === "number" && value > max_value;
  if (!below && !above) return undefined;
  const bound = below ? `at least ${min_value}` : `at most ${max_value}`;
  return { reason: "out_of_range", message: `value must be ${bound}, not ${value}` };
}

function optionFault(value: unknown, options: readonly string[]): ValueFault | undefined {
  if (typeof value === "string" && options.includes(value)) return undefined;
  const message = `value must be one of ${options.map((option) => JSON.stringify(option)).join(", ")}, not ${short(value)}`;
  return { reason: "unknown_option", message };
}

const LONGEST = 80;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
