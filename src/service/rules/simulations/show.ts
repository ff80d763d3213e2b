import type { Output } from "../../../contract/types.ts";
import type { Row } from "../../store/schema.ts";

export function showSimulation(
  { organization_id, ...shown }: Row<"simulation">,
  digital_human_ids: readonly number[],
): Output<"Simulation"> {
  const { max_concurrent, max_turns } = shown;
  return {
    ...shown,
    settings: { max_concurrent, max_turns },
    type: max_concurrent === null ? "parallel" : max_concurrent === 1 ? "sequential" : "max_concurrent",
    ringing_timeout: null,
    tags: null,
    pinned: null,
    always_on: null,
    digital_human_ids: [...digital_human_ids],
  };
}

/** `experiment_id` has no object of its own in the API: it is the simulation that the run belongs to. */
export function showRun(row: Row<"simulation_run">): Output<"SimulationRun"> {
  const { organization_id, simulation_id, agent_id, prompt_id, knowledge_base_id, ...rest } = row;
  const { max_concurrent, max_turns, ...shown } = rest;
  return { ...shown, experiment_id: simulation_id };
}

/** A run beside the list of its conversations: with the versions that it tests. */
export function showTestedRun(row: Row<"simulation_run">): Output<"SimulationResults">["simulation_run"] {
  const { experiment_id, ...shown } = showRun(row);
  const { agent_id, prompt_id, knowledge_base_id } = row;
  const ids = { id: String(row.id), simulation_id: String(experiment_id), agent_id: String(agent_id) };
  return { ...shown, ...ids, prompt_id, knowledge_base_id };
}
