import type { Context } from "../../context.ts";
import { commandOf, reachOf } from "../../contract/rules/agent-reach.ts";
import type { Answer, Body, Lenient } from "../../contract/types.ts";
import { Failure } from "../../failure.ts";

export type Queued = Lenient<Answer<"queue_simulation_run">>;

/**
 * Calls a voice agent after the service has refused a text run with it and started nothing. If the agent's
 * record has no address to call, the refusal says what to do next.
 */
export async function callInstead(
  context: Context,
  body: Body<"queue_simulation_run">,
  refused: unknown,
  has_bot: boolean,
): Promise<Queued> {
  if (has_bot || !(refused instanceof Failure) || refused.outcome !== "refused") throw refused;
  const simulation_id = Number(body.simulation_id);
  const { agent_id } = await context.read("get_simulation", { params: { simulation_id } });
  const agents = await context.read("list_agents", {});
  const agent = agents.find(({ id }) => String(id) === String(agent_id));
  if (!agent || agent.mode === "TEXT") throw refused;
  const reach = reachOf(agent);
  if (reach.by === null)
    throw new Failure(refused.outcome, refused.message, {
      ...refused.options,
      hint: `${reach.why} Next: \`${commandOf(agent.id, reach)}\``,
    });
  return context.change("queue_simulation_run", { body });
}
