import type { Output } from "../../../contract/types.ts";
import type { Row } from "../../store/schema.ts";

export function showSimulation(
  { organization_id, ...shown }: Row<"simulation">,
  digital_human_ids: readonly number[],
): Output<"Simulation"> {
  return { ...shown, digital_human_ids: [...digital_human_ids] };
}

/** `experiment_id` has no object of its own in the API: it is the simulation that the run belongs to. */
export function showRun(row: Row<"simulation_run">): Output<"SimulationRun"> {
  const { organization_id, simulation_id, agent_id, prompt_id, knowledge_base_id, ...rest } = row;
  const { max_concurrent, max_turns, line, ...shown } = rest;
  return { ...shown, experiment_id: simulation_id };
}
