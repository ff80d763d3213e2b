import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import type { AgentTexts } from "../../policies/agent-texts.ts";
import { parametersIn, toolsIn } from "../../policies/agent-tools.ts";
import { type Proposal, propose } from "../../policies/propose.ts";
import type { AgentTool } from "../../tools/tool.ts";
import { statedGoals } from "./stated-goals.ts";

/** An agent's texts, with everything that is read from its prompt. */
export interface Agent extends AgentTexts {
  /** The sentences of the prompt that demand or forbid something. */
  policies: readonly Proposal[];
  /** The tools of the record, otherwise those that the prompt names. */
  tools: readonly AgentTool[];
  /** Whether the tools are those of the record, so that their parameters are known. */
  knowsTools: boolean;
  /** The names of the tools that change something. */
  effectful: readonly string[];
}

/** If the record has no goals, takes those in the prompt. */
export function readAgent(given: AgentTexts): Agent {
  const texts = given.goals.length > 0 ? given : { ...given, goals: statedGoals(given.prompt) };
  const knowsTools = (texts.tools ?? []).length > 0;
  const tools = knowsTools ? (texts.tools ?? []) : namedIn(texts.prompt);
  const names = new Set([...tools.map(({ name }) => name), ...toolsIn(texts.prompt)]);
  return {
    ...texts,
    policies: propose({ ...texts, tools: knowsTools ? tools.map(({ name }) => name) : undefined }),
    tools,
    knowsTools,
    effectful: [...names].filter(seemsEffectful),
  };
}

/** The tools that a prompt names, with the parameters that it lists behind them. */
function namedIn(prompt: string): AgentTool[] {
  const listed = parametersIn(prompt);
  return toolsIn(prompt).map((name) => {
    const required = listed.get(name) ?? [];
    const properties = Object.fromEntries(required.map((one) => [one, { type: "string" }]));
    return { name, ...(required.length > 0 && { parameters: { type: "object", properties, required } }) };
  });
}
