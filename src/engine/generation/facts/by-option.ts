/** Parameters whose description depends on another one: "pickup_point: its id, e.g. PP-114. new_day: YYYY-MM-DD". */
import type { ToolParameter } from "../../tools/tool.ts";

const LONGEST = 1_000;

/** The part of a description for each value of an option that it names with a colon. Empty if it names fewer than two. */
function partsOf(description: string, options: readonly unknown[]): ReadonlyMap<string, string> {
  const text = description.slice(0, LONGEST);
  const named = options
    .map((option) => ({ option: String(option), at: text.indexOf(`${String(option)}:`) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  if (named.length < 2) return new Map();
  return new Map(
    named.map(({ option, at }, place) => [
      option,
      text.slice(at + option.length + 1, named[place + 1]?.at ?? text.length).trim(),
    ]),
  );
}

/** Whether another parameter means something else for each value of this one. */
export const isDependedOn = (parameter: ToolParameter, others: readonly ToolParameter[]): boolean =>
  others.some(
    (other) => other !== parameter && partsOf(other.description ?? "", parameter.options ?? []).size > 0,
  );

/**
 * A parameter as it is described for the value that the caller has of the one on which it depends. Undefined if it depends on none.
 * @param known the facts of the caller so far
 */
export function asChosen(
  parameter: ToolParameter,
  others: readonly ToolParameter[],
  known: (name: string) => unknown,
): { readonly parameter: ToolParameter; readonly option: string } | undefined {
  for (const { name, options = [] } of others) {
    const part = partsOf(parameter.description ?? "", options).get(String(known(name)));
    if (part !== undefined)
      return { parameter: { ...parameter, description: part, examples: [] }, option: String(known(name)) };
  }
  return undefined;
}
