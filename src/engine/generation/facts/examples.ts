/** The values that the schema or the description of a parameter shows. */
import type { ToolParameter } from "../../tools/tool.ts";

export const examplesOf = ({ examples, description = "" }: ToolParameter): readonly (string | number)[] => [
  ...examples,
  ...alternativesIn(description),
];

/** "Brand, or 'unknown'": nobody knows a thing by such a value. */
const NO_VALUE = /^(?:if\b|leave|n\/a|not (?:given|known|sure)|other|unknown|unspecified)/i;

/** "e.g. vaccination, check-up or dental", "one of: A, B". */
function alternativesIn(description: string): string[] {
  const listed =
    /(?:\be\.g\.?,?|\bfor example,?|\bsuch as|\bone of:?|\beither|\blike)\s+([^.;()]{2,200})/i.exec(
      description.slice(0, 500),
    )?.[1];
  // "What the customer said about allergies, or 'none'"
  if (/["'`“]none["'`”]/.test(description)) return ["none"];
  const fallback = /\bor ["'`“]([^"'`”]{2,30})["'`”]/.exec(description.slice(0, 500))?.[1];
  if (listed === undefined && fallback !== undefined) return NO_VALUE.test(fallback) ? [] : [fallback];
  return (listed ?? "")
    .split(/,\s*(?:or |and )?|(?<!\s)\s+(?:or|and)\s+/)
    .map((item) => item.trim().replace(/^["'`“]|["'`”]$/g, ""))
    .filter((item) => item !== "" && item.split(" ").length <= 4 && !NO_VALUE.test(item));
}
