/** What callers ask for, in their own words. */
import { callerGoal } from "../generation/goals/caller-goal.ts";
import { toolPhrase } from "../generation/reading/tools.ts";
import { actionsIn, contentStems, shared } from "./english.ts";
import type { Ground } from "./rule.ts";

/**
 * The agent's goal that a tool serves, as a caller says it. Otherwise what the tool does, otherwise the first
 * goal.
 */
export function wishFor(tool: string | undefined, { goals }: Pick<Ground, "goals">): string {
  const goal = tool === undefined ? undefined : goalOf(tool, goals);
  if (goal !== undefined) return sentence(callerGoal(goal));
  if (tool !== undefined) return `I'd like you to ${toolPhrase(tool)}.`;
  return sentence(callerGoal(goals[0] ?? "I have a question about what you can do"));
}

export function goalOf(tool: string, goals: readonly string[]): string | undefined {
  const actions = actionsIn(tool);
  const stems = contentStems(tool);
  const scores = goals.map((goal) => {
    const same = [...actionsIn(goal)].filter((action) => actions.has(action)).length;
    return same > 0 || (actions.size === 0 && shared(stems, goal) > 0) ? 2 * same + shared(stems, goal) : 0;
  });
  const best = Math.max(0, ...scores);
  return best === 0 ? undefined : goals[scores.indexOf(best)];
}

export const sentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
