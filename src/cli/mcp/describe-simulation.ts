/** A simulation in a question to a person: the names of what will take part, next to the ids. */

import type { Answer, Lenient } from "../../contract/types.ts";
import { counted } from "../../engine/words/counted.ts";
import { of } from "../commands/tree/node.ts";
import type { ToolCall } from "./tool.ts";
import { quotedName } from "./untrusted-text.ts";

/** How many digital humans a question names. */
const NAMED = 10;

/** The operations that `simulationNamed` calls. */
export const DESCRIBING_OPERATIONS = ["get_simulation", "list_agents", "list_digital_humans"] as const;

/** @param digital_human_ids those that take part; if there are none, all do */
export async function describeSimulation(
  simulation_id: number,
  digital_human_ids: readonly number[],
  { session, ...asked }: ToolCall,
): Promise<string> {
  const [simulation, { digital_humans }] = await Promise.all([
    session.run<Lenient<Answer<"get_simulation">>>(
      () => import("../commands/sim/simulations.ts").then(of("show")),
      { id: simulation_id },
      asked,
    ),
    session.run<Lenient<Answer<"list_digital_humans">>>(
      () => import("../commands/dh/list.ts"),
      { simulation_id },
      asked,
    ),
  ]);
  const agent_id = String(simulation.agent_id);
  const agent = await session.run<{ readonly name?: unknown }>(
    () => import("../commands/agents/show.ts"),
    { agent_id },
    asked,
  );
  const names = new Map(digital_humans.map(({ id, name }) => [Number(id), name]));
  const callers = digital_human_ids.length > 0 ? [...new Set(digital_human_ids)] : [...names.keys()];
  const shown = callers
    .slice(0, NAMED)
    .map((id) => (names.has(id) ? `${id} ${quotedName(names.get(id))}` : `${id}, which is not part of it`));
  const more = callers.length > NAMED ? ` and ${callers.length - NAMED} more` : "";
  return (
    `simulation ${simulation_id} ${quotedName(simulation.name)} of agent ${agent_id} ${quotedName(agent.name)} with ` +
    counted(callers.length, "digital human") +
    (callers.length > 0 ? `: ${shown.join(", ")}${more}` : "")
  );
}
