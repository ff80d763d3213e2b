/** What an agent finds or works out itself, so that no caller is asked for it. */
import type { ToolParameter } from "../../tools/tool.ts";
import { numberInGoal, switchInGoal } from "./in-goal.ts";
import { isMomentInGoal } from "./moments.ts";
import type { Use } from "./sources.ts";
import { stemsOf } from "./stems.ts";

const ENDS = /^(?:cancel|refund|return|terminate|close|stop|end|reimburse|delete|remove)/i;

/** Whether an agent that knows the record finds the value itself: an amount, a yes or no, or the day on which something ends. */
export function isWorkedOut(
  { type, format, options = [] }: ToolParameter,
  words: string,
  tool: string,
  goal: string,
): boolean {
  if (type === "boolean") return switchInGoal(goal, words) === undefined;
  if ((type === "number" || type === "integer") && options.length === 0)
    return ENDS.test(tool) && numberInGoal(goal, words) === undefined;
  return (
    ENDS.test(tool) && (format === "date" || /\bdate\b/.test(words)) && !isMomentInGoal(goal, words, format)
  );
}

/** Identifiers that the agent gets from another of its tools: the slot of find_slots. */
export function isFoundByAgent(
  { name, path }: ToolParameter,
  words: string,
  description: string,
  use: Use,
): boolean {
  if (use.own?.has(name) || (/\bids?$/.test(words) && path.includes(0))) return true;
  if (
    /\b(?:returned|given|provided|listed) by\b|\bfrom (?:the )?(?:[a-z]+_[a-z_]+|search|lookup)\b/.test(
      description,
    )
  )
    return true;
  if (!/\b(?:ids?|key|code|slot)\b/.test(words)) return false;
  return [...stemsOf(words)].some((stem) => use.found.has(stem));
}
