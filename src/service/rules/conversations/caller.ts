/** The digital human of a conversation, played by the engine. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { OPENING_PATIENCE_DEFAULT, REPLAY_MODES } from "../../../contract/values.ts";
import { type Caller, prepareCaller } from "../../../engine/caller/caller.ts";
import { type Rng, turnRng } from "../../../engine/caller/random.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { chunks } from "../../store/chunks.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { takingTurns } from "../../turns.ts";
import { type DigitalHumanRecord, recordOf } from "../digital-humans/record.ts";
import { settingsOf } from "../simulations/settings.ts";
import { callsOf, inStep } from "./journey.ts";

type Result = Row<"simulation_result">;
type CastKey = Pick<Result, "simulation_run_id" | "digital_human_id">;
type CallKey = CastKey & Pick<Result, "journey_step">;

interface Cast {
  /** The record at the time when the run was queued. */
  readonly digital_human: DigitalHumanRecord;
  readonly caller: Caller;
}

/** Stores the digital humans of a run in their current state. Later changes apply to the next run. */
export async function castDigitalHumans(
  transaction: Kysely<Database>,
  { id, max_turns, line }: Pick<Row<"simulation_run">, "id" | "max_turns" | "line">,
  { opening_patience_ms, settings }: Pick<Row<"simulation">, "opening_patience_ms" | "settings">,
  agent: Pick<Output<"AgentCreate">, "http_webhook" | "type">,
  members: readonly Row<"digital_human">[],
): Promise<void> {
  const patience = opening_patience_ms ?? patienceWith(agent, line);
  const letOthers = takingTurns();
  for (const chunk of chunks(members)) {
    const cast: Row<"simulation_run_digital_human">[] = [];
    for (const row of chunk) {
      const record = recordOf(row);
      const prepared = (step: number | null) =>
        readCaller(inStep(record, step), { max_turns, opening_patience_ms: patience, settings, line });
      const caller = record.journey_steps?.length
        ? Array.from({ length: callsOf(record) }, (_, index) => prepared(index + 1))
        : prepared(null);
      cast.push({
        simulation_run_id: id,
        digital_human_id: row.id,
        record: JSON.stringify(record),
        caller: JSON.stringify(caller),
      });
      await letOthers();
    }
    await transaction.insertInto("simulation_run_digital_human").values(cast).execute();
  }
}

/** The side that is called should speak first. After this much silence, the caller speaks. */
const PICK_UP_PATIENCE_MS = 6000;

/** How long a digital human waits for the agent to speak first, unless the simulation says so. */
function patienceWith(
  { http_webhook, type }: Pick<Output<"AgentCreate">, "http_webhook" | "type">,
  line: string | null,
): number {
  if (line !== null) return PICK_UP_PATIENCE_MS;
  // A webhook hears of a conversation with its first turn, so its agent can only answer. An agent that calls out is
  // told when its run starts.
  const can_only_answer = Boolean(http_webhook) && type !== "OUTBOUND";
  return can_only_answer ? 0 : OPENING_PATIENCE_DEFAULT;
}

function readCaller(
  digital_human: DigitalHumanRecord,
  {
    max_turns,
    opening_patience_ms,
    settings,
    line,
  }: Pick<Row<"simulation">, "max_turns" | "settings"> &
    Pick<Row<"simulation_run">, "line"> & { readonly opening_patience_ms: number },
): Caller {
  const replay_mode = REPLAY_MODES.find((mode) => mode === digital_human.replay_mode);
  const { max_call_duration, hangup_on_transfer } = settingsOf({ settings });
  return prepareCaller(digital_human, {
    opening_patience_ms,
    on_line: line !== null,
    ...(max_turns !== null && { max_turns }),
    ...(max_call_duration !== undefined && { max_duration_ms: max_call_duration * 1000 }),
    ...(hangup_on_transfer && { hangup_on_transfer }),
    ...(replay_mode && { replay_mode }),
  });
}

const selectCast = prepared((db, key: CastKey) =>
  db
    .selectFrom("simulation_run_digital_human")
    .select(["record", "caller"])
    .where("simulation_run_id", "=", key.simulation_run_id)
    .where("digital_human_id", "=", key.digital_human_id),
);

/** The caller of a conversation. A journey has one for each call. */
export function callerOf(column: string, step: number | null): Caller {
  const prepared: Caller | readonly Caller[] = JSON.parse(column);
  const caller = Array.isArray(prepared) ? prepared[(step ?? 1) - 1] : prepared;
  if (!caller) throw new Error(`the journey has no call ${step}`);
  return caller;
}

/** The digital human of a conversation. */
export async function castOf(
  db: Kysely<Database>,
  { simulation_run_id, digital_human_id, journey_step }: CallKey,
): Promise<Cast> {
  const [cast] = await selectCast(db, { simulation_run_id, digital_human_id });
  if (!cast) throw new Error(`run ${simulation_run_id} has no digital human ${digital_human_id}`);
  return {
    digital_human: inStep(JSON.parse(cast.record), journey_step),
    caller: callerOf(cast.caller, journey_step),
  };
}

const selectState = prepared((db, key: Pick<Row<"caller_state">, "simulation_result_id">) =>
  db.selectFrom("caller_state").select("state").where("simulation_result_id", "=", key.simulation_result_id),
);

/** The digital human's state, or undefined before the conversation begins. */
export async function callerStateOf(
  db: Kysely<Database>,
  simulation_result_id: number,
): Promise<CallerState | undefined> {
  const [row] = await selectState(db, { simulation_result_id });
  return row && JSON.parse(row.state);
}

/** Marks that a model is being asked, until the digital human takes its next step. */
export async function setAsking(transaction: Kysely<Database>, simulation_result_id: number): Promise<void> {
  await transaction
    .updateTable("caller_state")
    .set({ asking: 1 })
    .where("simulation_result_id", "=", simulation_result_id)
    .execute();
}

/**
 * The random generator for a conversation's next turn. Its seed does not contain row ids, so that another run
 * with the same seed draws the same numbers.
 */
export const rngOf = (
  { seed, digital_human_id, repetition }: Pick<Result, "seed" | "digital_human_id" | "repetition">,
  state: CallerState | undefined,
): Rng => turnRng(seed, `${digital_human_id}/${repetition}`, state?.turn ?? 0);
