import type { Output } from "../../../contract/types.ts";
import type { REPLAY_MODES } from "../../../contract/values.ts";
import type { Row } from "../../store/schema.ts";

/** A digital human as it is stored: what requests set, and how a replayed transcript is followed. */
export type DigitalHumanRecord = Output<"DigitalHumanCreate"> & {
  replay_mode?: (typeof REPLAY_MODES)[number];
};

export const recordOf = (row: Row<"digital_human">): DigitalHumanRecord => JSON.parse(row.record);

/** A digital human as answers show it: without the fields that only requests have. */
export function showDigitalHuman(row: Row<"digital_human">): Output<"DigitalHuman"> {
  const { num_runs, always_on_mode, always_on_active, replay_mode, ...shown } = recordOf(row);
  return { id: row.id, created_at: row.created_at, ...shown };
}

/** The answer of E3 and E4. */
export function answerWith(
  row: Row<"digital_human">,
  simulation_ids: readonly number[],
): Output<"DigitalHumanAnswer"> {
  return {
    digital_human: showDigitalHuman(row),
    simulation_ids: [...simulation_ids],
    simulation_id: simulation_ids[0] ?? null,
  };
}
