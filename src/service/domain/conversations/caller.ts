/** The digital human of a conversation, played by the engine. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { OPENING_PATIENCE_DEFAULT } from "../../../contract/values.ts";
import type { Caller, CallerOptions } from "../../../engine/caller/caller.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { type Rng, turnRng } from "../../../engine/random.ts";
import type { PerOrganization } from "../../per-organization.ts";
import { chunks } from "../../store/chunks.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { createYielder } from "../../yield.ts";
import { type DigitalHumanRecord, recordOf } from "../digital-humans/record.ts";
import { settingsOf } from "../simulations/settings.ts";
import type { CallerThread } from "./caller-source.ts";
import { withStepIntent } from "./journey.ts";
import { preparedCaller } from "./prepare-caller.ts";

type Result = Row<"simulation_result">;
type CallerKey = Pick<Result, "simulation_run_id" | "digital_human_id">;
type CallKey = CallerKey & Pick<Result, "journey_step">;

interface QueuedCaller {
  /** The record at the time when the run was queued. */
  readonly digital_human: DigitalHumanRecord;
  readonly caller: Caller;
}

/**
 * Stores the digital humans of a run in their current state. Later changes apply to the next run. Returns whether some are
 * so large that `prepareLargeCallers` has to prepare them before a conversation opens.
 */
export async function storeCallers(
  transaction: Kysely<Database>,
  { id, max_turns, line }: Pick<Row<"simulation_run">, "id" | "max_turns" | "line">,
  { opening_patience_ms, settings }: Pick<Row<"simulation">, "opening_patience_ms" | "settings">,
  agent: Pick<Output<"AgentCreate">, "http_webhook" | "type" | "tools">,
  members: readonly Row<"digital_human">[],
): Promise<boolean> {
  const { max_call_duration, hangup_on_transfer } = settingsOf({ settings });
  const options: CallerOptions = {
    opening_patience_ms: opening_patience_ms ?? patienceWith(agent, line),
    on_line: line !== null,
    ...(max_turns !== null && { max_turns }),
    ...(max_call_duration !== undefined && { max_duration_ms: max_call_duration * 1000 }),
    ...(hangup_on_transfer && { hangup_on_transfer }),
  };
  const yieldIfDue = createYielder();
  let unprepared = 0;
  for (const chunk of chunks(members)) {
    const rows: Row<"simulation_run_digital_human">[] = [];
    for (const row of chunk) {
      const record = JSON.stringify(recordOf(row));
      const isLarge = record.length > SMALL_RECORD;
      unprepared += isLarge ? 1 : 0;
      rows.push({
        simulation_run_id: id,
        digital_human_id: row.id,
        record,
        caller: isLarge
          ? UNPREPARED + JSON.stringify(options)
          : preparedCaller({ record, options: { ...options, ...toolsOf(agent) } }),
      });
      await yieldIfDue();
    }
    await transaction.insertInto("simulation_run_digital_human").values(rows).execute();
  }
  return unprepared > 0;
}

const toolsOf = ({ tools }: Pick<Output<"AgentCreate">, "tools">) => tools && { tools };

/** Up to this many characters, a record is read on the main thread, in less than 40 ms. */
const SMALL_RECORD = 2048;
/** What the column of a caller begins with until the thread has prepared it. No JSON begins like this. */
const UNPREPARED = "unprepared ";

/**
 * Prepares the callers of a run that are too large to be read when it is queued, in the thread, outside the transaction.
 * Returns a function that stores them.
 */
export async function prepareLargeCallers(
  { db, thread }: Pick<Store, "db"> & { readonly thread: PerOrganization<CallerThread> },
  simulation_run_id: number,
): Promise<(transaction: Kysely<Database>) => Promise<void>> {
  const large = await db
    .selectFrom("simulation_run_digital_human as cast")
    .innerJoin("simulation_run", "simulation_run.id", "cast.simulation_run_id")
    .innerJoin("agent", "agent.id", "simulation_run.agent_id")
    .select([
      "cast.digital_human_id",
      "cast.record",
      "cast.caller",
      "agent.record as agent",
      "agent.organization_id",
    ])
    .where("cast.simulation_run_id", "=", simulation_run_id)
    .where("cast.caller", "like", `${UNPREPARED}%`)
    .execute();
  const made: Pick<Row<"simulation_run_digital_human">, "digital_human_id" | "caller">[] = [];
  for (const { record, caller, digital_human_id, agent, organization_id } of large) {
    const stored: CallerOptions = JSON.parse(caller.slice(UNPREPARED.length));
    const options = { ...stored, ...toolsOf(JSON.parse(agent)) };
    made.push({
      digital_human_id,
      caller: await thread.of(organization_id).prepareCaller({ record, options }),
    });
  }
  return async (transaction) => {
    for (const { digital_human_id, caller } of made)
      await transaction
        .updateTable("simulation_run_digital_human")
        .set({ caller })
        .where("simulation_run_id", "=", simulation_run_id)
        .where("digital_human_id", "=", digital_human_id)
        .execute();
  };
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

const selectCaller = prepared((db, key: CallerKey) =>
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

/** The digital human of a conversation, as it was when the run was queued, and its plan. */
export async function loadCaller(
  db: Kysely<Database>,
  { simulation_run_id, digital_human_id, journey_step }: CallKey,
): Promise<QueuedCaller> {
  const [queued] = await selectCaller(db, { simulation_run_id, digital_human_id });
  if (!queued) throw new Error(`run ${simulation_run_id} has no digital human ${digital_human_id}`);
  return {
    digital_human: withStepIntent(JSON.parse(queued.record), journey_step),
    caller: callerOf(queued.caller, journey_step),
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
