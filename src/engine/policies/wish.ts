/** What callers ask for, in their own words. */
import { type AgentTools, deedsIn, toolPhrase } from "./agent-tools.ts";
import { tokensOf } from "./read/tokens.ts";

interface Wanting {
  readonly tools: AgentTools;
  readonly goals: readonly string[];
}

/** The agent's goal that a tool serves. Otherwise what the tool does, otherwise the first goal. */
export function wishFor(tool: string | undefined, { goals }: Wanting): string {
  const goal = tool === undefined ? undefined : goalOf(tool, goals);
  if (goal !== undefined) return wish(goal);
  if (tool !== undefined) return `I'd like you to ${toolPhrase(tool)}.`;
  return goals[0] === undefined ? "I have a question about what you can do." : wish(goals[0]);
}

function goalOf(tool: string, goals: readonly string[]): string | undefined {
  const wanted = deedsIn(tokensOf(tool.replace(/[_.]/g, " ")));
  return goals.find((goal) => deedsIn(tokensOf(goal)).some((deed) => wanted.includes(deed)));
}

/** A goal of an agent's record ("Book an appointment") as a sentence. */
const wish = (goal: string): string => `${goal.trim().replace(/[.!]+$/, "")}.`;
