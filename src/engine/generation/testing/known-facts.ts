/** What a caller knows that is drafted for a goal. */
import type { AgentTool } from "../../tools/tool.ts";
import { generate } from "../generate.ts";

export const text = { type: "string" };

export const tool = (
  name: string,
  properties: object,
  description = "",
  required = Object.keys(properties),
): AgentTool => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});

/** The facts of the caller, and the names of those that are left open. */
export function knownFor(goal: string, tools: AgentTool[], prompt = "", today = "2026-11-02") {
  const request = { goals: [{ goal, num_calls: 1 }], workflows: [], recordings: [], personas: [] };
  const none = { load_testing: 0, red_teaming: 0, policy_probes: 0 };
  const agent = { name: "Desk", agent_description: "", goals: [], prompt, knowledge_base: "", tools };
  const [made] = generate({ ...request, ...none }, agent, { seed: "1", maximum: 9, today });
  const traits = made?.digital_human.traits ?? [];
  const facts = Object.fromEntries(traits.map(({ trait_name, value }) => [trait_name, value]));
  return { facts, open: traits.filter(({ value }) => value === null).map(({ trait_name }) => trait_name) };
}
