import type { MetricSettings } from "../rules-language/input.ts";
import { valueFault } from "./value.ts";

/** The right answer that a person has written for a metric, or what is wrong with it. Null: not applicable. */
export type PersonsValue = { readonly value: boolean | number | string | null } | { readonly fault: string };

const YES: readonly string[] = ["true", "yes", "pass", "passed"];
const NO: readonly string[] = ["false", "no", "fail", "failed"];
const NOT_APPLICABLE: readonly string[] = ["n/a", "na", "not applicable", "not_applicable"];

/** Reads a person's answer in words. An option that has such a word's name is meant as the option. */
export function personsValue(written: string, settings: MetricSettings): PersonsValue {
  const said = written.trim();
  const word = said.slice(0, LONGEST_WORD).toLowerCase();
  const { response_type, enum_options } = settings;
  if (response_type === "enum" && enum_options?.includes(said)) return { value: said };
  if (NOT_APPLICABLE.includes(word)) return { value: null };
  const value = answerIn(said, word, response_type);
  // A judge's answer to such a metric is an object; a person's is the text that describes it.
  const asked = response_type === "json" ? { ...settings, response_type: "qualitative" as const } : settings;
  const fault = valueFault(value, asked);
  return fault ? { fault: fault.message } : { value };
}

/** One character more than the longest word above, so that what only begins like one is not taken for it. */
const LONGEST_WORD = 15;

function answerIn(
  said: string,
  word: string,
  type: MetricSettings["response_type"],
): boolean | number | string {
  switch (type) {
    case "pass_fail":
    case "tool_call":
    case "yes_no":
      return YES.includes(word) || (NO.includes(word) ? false : said);
    case "quantitative": {
      const number = Number(said);
      return said === "" || !Number.isFinite(number) ? said : number;
    }
    default:
      return said;
  }
}
