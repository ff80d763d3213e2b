/** The digital human of a conversation, as the engine plays it. */
import type { Kysely } from "kysely";
import { type Caller, prepareCaller } from "../../engine/caller/caller.ts";
import { type Rng, turnRng } from "../../engine/caller/random.ts";
import type { CallerState } from "../../engine/caller/state.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { DigitalHumanRecord } from "../digital-humans/record.ts";

type Result = Row<"simulation_result">;

interface Cast {
  /** As it was when the run was queued. */
  readonly digital_human: DigitalHumanRecord;
  readonly caller: Caller;
}

export async function castOf(
  db: Kysely<Database>,
  { simulation_run_id, digital_human_id }: Pick<Result, "simulation_run_id" | "digital_human_id">,
): Promise<Cast> {
  const { record, max_turns } = await db
    .selectFrom("simulation_run_digital_human")
    .innerJoin("simulation_run", "simulation_run.id", "simulation_run_id")
    .select(["record", "max_turns"])
    .where("simulation_run_id", "=", simulation_run_id)
    .where("digital_human_id", "=", digital_human_id)
    .executeTakeFirstOrThrow();
  const digital_human: DigitalHumanRecord = JSON.parse(record);
  const { replay_mode } = digital_human;
  const options = { ...(max_turns !== null && { max_turns }), ...(replay_mode && { replay_mode }) };
  return { digital_human, caller: prepareCaller(digital_human, options) };
}

/** Where the digital human stands; undefined before the conversation has begun. */
export async function callerStateOf(
  db: Kysely<Database>,
  simulation_result_id: number,
): Promise<CallerState | undefined> {
  const row = await db
    .selectFrom("caller_state")
    .select("state")
    .where("simulation_result_id", "=", simulation_result_id)
    .executeTakeFirst();
  return row && JSON.parse(row.state);
}

/**
 * The generator of a conversation's next turn. Its seed names no row of the store, so that another run with the same
 * seed draws the same numbers.
 */
export const rngOf = (
  { seed, digital_human_id, repetition }: Pick<Result, "seed" | "digital_human_id" | "repetition">,
  state: CallerState | undefined,
): Rng => turnRng(seed, `${digital_human_id}/${repetition}`, state?.turn ?? 0);
