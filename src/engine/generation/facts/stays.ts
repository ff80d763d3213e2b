/** What a change leaves as it is: only the business's records have it. */
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { isReference } from "./lookups.ts";
import { isMoment } from "./moments.ts";
import { COUNT } from "./numbers.ts";
import type { Sources } from "./sources.ts";
import { wordsOf } from "./stems.ts";
import { isInGoal } from "./values.ts";

const CHANGES = /^(?:amend|change|edit|modify|move|rebook|reschedule|update)(?=_|[A-Z])/;
const IS_DAY = /\b(?:date|day)\b/;

/**
 * Whether a goal that changes something leaves the value of a parameter as it is: the day, if it only names another hour, and how many
 * come, if it names a day. When on another day it shall be is the caller's to say.
 */
export function staysAsItIs(
  tool: AgentTool,
  parameter: ToolParameter,
  sources: Sources,
  goal: string,
): boolean {
  const isSaid = (one: ToolParameter) => !isReference(one) && isInGoal(one, sources, goal);
  const words = wordsOf(parameter.name);
  const isCount = parameter.type !== "string" && COUNT.test(words);
  if (!CHANGES.test(tool.name) || !parameter.required || !(isCount || isMoment(parameter))) return false;
  if (isSaid(parameter)) return false;
  const said = parametersOf(tool).filter(isSaid);
  if (said.length === 0) return false;
  return isCount || IS_DAY.test(words) || !said.some(isMoment);
}
