/** Several things that a goal wants from one list of a tool's: "ibuprofen and paracetamol", "two platters and a fruit basket". */
import { thingNamed } from "../../tools/thing-name.ts";
import type { ToolParameter } from "../../tools/tool.ts";
import { countOf } from "./in-goal.ts";
import { eachNamedInGoal } from "./named-options.ts";
import { COUNT } from "./numbers.ts";
import type { Found, Sources } from "./sources.ts";
import { wordsOf } from "./stems.ts";
import { choicesFor } from "./values.ts";
import { wordsIn } from "./words-in-goal.ts";

/** Each parameter for which the goal names several values, by its path: the things, and how many of each. */
export function severalIn(
  parameters: readonly ToolParameter[],
  goal: string,
  { lists }: Pick<Sources, "lists">,
): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const parameter of parameters) {
    if (!parameter.path.some((step) => typeof step === "number") || isNumber(parameter)) continue;
    const choices = parameter.options ?? choicesFor(parameter, thingNamed(parameter), lists);
    const things = eachNamedInGoal(goal, choices);
    if (things.length < 2) continue;
    found.set(keyOf(parameter), { value: things });
    for (const other of parameters)
      if (isNumber(other) && isBeside(other, parameter) && COUNT.test(wordsOf(other.name)))
        found.set(keyOf(other), countsOf(goal, things.map(String)));
  }
  return found;
}

export const keyOf = ({ path }: Pick<ToolParameter, "path">): string => path.join(".");

const isNumber = ({ type }: ToolParameter): boolean => type === "number" || type === "integer";

/** Whether two parameters are of the same objects of a list: a product, and how many. */
export const isBeside = (one: ToolParameter, other: ToolParameter): boolean =>
  keyOf(one) !== keyOf(other) && holderOf(other) !== "" && holderOf(one) === holderOf(other);

const holderOf = ({ path }: ToolParameter): string =>
  path
    .slice(
      0,
      path.findLastIndex((step) => typeof step === "number"),
    )
    .join(".");

function countsOf(goal: string, things: readonly string[]): Found {
  const counts = things.flatMap(
    (thing) => countOf(goal, [thing]) ?? countOf(goal, wordsIn(thing).slice(-1)) ?? [],
  );
  return counts.length === things.length ? { value: counts } : { open: "how many of each" };
}
