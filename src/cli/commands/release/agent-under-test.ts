/**
 * Refuses to test a release while its agent is down. The test would take minutes and say the same about every
 * digital human.
 */

import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { Agent } from "../shared/find-agent.ts";
import { reachAgent } from "../shared/reach-agent.ts";

/**
 * The agent's record; undefined if the service does not return it.
 * @throws Failure (network) if it is certain that the service cannot reach the agent
 */
export async function agentUnderTest(context: Context, agent_id: number): Promise<Agent | undefined> {
  const agents = await (await context.hastyClient()).call("list_agents", {}).catch(() => []);
  const agent = agents.find(({ id }) => String(id) === String(agent_id));
  if (!agent || context.isDryRun) return agent;
  const reached = await reachAgent(context, agent);
  if (reached?.cause !== undefined && reached.isCertain)
    throw new Failure("network", `agent ${agent_id} cannot be reached at ${reached.url}: ${reached.cause}`, {
      code: "agent_unreachable",
      hint: `nothing was started; start the agent, or correct its ${reached.field}, and run the check again`,
    });
  return agent;
}

/** Says in one line why no conversation took place. */
export async function whyDown(context: Context, agent: Agent | undefined, agent_id: number): Promise<string> {
  const reached = agent && (await reachAgent(context, agent));
  if (!reached) return `the service could not reach agent ${agent_id}`;
  const { url, cause = "from here it can be reached, so look at the network between the two" } = reached;
  return `the service could not reach agent ${agent_id} at ${url}: ${cause}`;
}
