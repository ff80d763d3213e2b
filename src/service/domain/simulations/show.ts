import type { Output } from "../../../contract/types.ts";
import type { Row } from "../../store/schema.ts";
import { readUnknownFields } from "../unknown-fields.ts";
import { settingsOf } from "./settings.ts";

export function showSimulation(
  { organization_id, unknown_fields, world_id, ...row }: Row<"simulation">,
  digital_human_ids: readonly number[],
): Output<"Simulation"> {
  const settings = settingsOf(row);
  const { max_call_duration = null, ringing_timeout = null, tags = null } = settings;
  const { pinned = null, always_on = null, sequential_calling } = settings;
  const type = sequential_calling
    ? "sequential"
    : row.max_concurrent === null
      ? "parallel"
      : "max_concurrent";
  return {
    ...readUnknownFields(unknown_fields),
    ...row,
    ...(world_id !== null && { world_id }),
    digital_human_ids: [...digital_human_ids],
    settings,
    type,
    max_call_duration,
    ringing_timeout,
    tags,
    pinned,
    always_on,
  };
}

/**
 * `experiment_id` has no object of its own in the API. It is the id of the run's simulation.
 * `tests_unanswered` is not part of the published record, so it is left out if it is 0.
 */
export function showRun(row: Row<"simulation_run">): Output<"SimulationRun"> {
  const { organization_id, simulation_id, agent_id, prompt_id, knowledge_base_id, ...rest } = row;
  const {
    max_concurrent,
    max_turns,
    settings,
    line,
    without_webhook,
    versions,
    tests_unanswered,
    world_id,
    conditions,
    account_sid: _,
    ...shown
  } = rest;
  return {
    ...shown,
    ...(world_id !== null && { world_id }),
    ...(conditions !== null && { conditions: JSON.parse(conditions) }),
    ...(tests_unanswered > 0 && { tests_unanswered }),
    experiment_id: simulation_id,
  };
}

/** A run next to the list of its conversations, with the versions that it tests. */
export function showTestedRun(row: Row<"simulation_run">): Output<"SimulationResults">["simulation_run"] {
  const { experiment_id, ...shown } = showRun(row);
  const { agent_id, prompt_id, knowledge_base_id } = row;
  const ids = { id: String(row.id), simulation_id: String(experiment_id), agent_id: String(agent_id) };
  return { ...shown, ...ids, prompt_id, knowledge_base_id };
}
