import type { Answer, Lenient } from "../../../contract/types.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";

export type Agent = Lenient<Answer<"list_agents">>[number];

/**
 * Finds an agent with its secrets. Must be the first call of the process: after that, the client masks
 * secrets.
 */
export async function findAgent(context: Context, agent_id: number): Promise<Agent> {
  const agents = await context.read("list_agents", {}, { show_secrets: true });
  const agent = agents.find(({ id }) => String(id) === String(agent_id));
  if (!agent) throw usage(`agent ${agent_id} not found`, { hint: "`parley agents list` shows all agents" });
  return agent;
}
