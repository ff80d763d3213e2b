import type { Context } from "../context.ts";
import type { Answer, Lenient } from "../contract/types.ts";
import { usage } from "../failure.ts";

export type Agent = Lenient<Answer<"list_agents">>[number];

/** An agent with its secrets. The first call of a process: otherwise its client masks them. */
export async function findAgent(context: Context, agent_id: number): Promise<Agent> {
  const agents = await context.read("list_agents", {}, { show_secrets: true });
  const agent = agents.find(({ id }) => String(id) === String(agent_id));
  if (!agent) throw usage(`there is no agent ${agent_id}`, { hint: "`parley agents list` shows them" });
  return agent;
}
