import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Caller } from "../../../engine/caller/caller.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { notFound } from "../../errors.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";

/** A conversation with all that goes into one of its transitions, read once. */
export interface Scene {
  readonly result: Row<"simulation_result">;
  /** As the agent under test is set up now. */
  readonly agent: Pick<Output<"AgentCreate">, "http_webhook" | "redact_pii">;
  /** Where the digital human stands; undefined before the conversation has begun. */
  readonly state: CallerState | undefined;
  /** Whether a model is being asked for the digital human's answer. */
  readonly asking: boolean;
  /** JSON: what was answered to the message_id that was asked for; null where it is new. */
  readonly answer: string | null;
  /** The digital human, as it was when the run was queued. */
  caller(): Caller;
}

interface Key {
  readonly id: number;
  /** Empty where no answer is asked for. */
  readonly message_id: string;
}

const select = prepared((db, key: Key) =>
  db
    .selectFrom("simulation_result")
    .innerJoin("agent", "agent.id", "simulation_result.agent_id")
    .innerJoin("simulation_run_digital_human as cast", (join) =>
      join
        .onRef("cast.simulation_run_id", "=", "simulation_result.simulation_run_id")
        .onRef("cast.digital_human_id", "=", "simulation_result.digital_human_id"),
    )
    .leftJoin("caller_state", "caller_state.simulation_result_id", "simulation_result.id")
    .leftJoin("answered_message", (join) =>
      join
        .onRef("answered_message.simulation_result_id", "=", "simulation_result.id")
        .on("answered_message.message_id", "=", key.message_id),
    )
    .selectAll("simulation_result")
    .select(["agent.record", "cast.caller", "caller_state.state", "caller_state.asking"])
    .select("answered_message.answer")
    .where("simulation_result.id", "=", key.id),
);

/** The conversation with this id, if there is one. */
export async function sceneOf(db: Kysely<Database>, id: number, message_id = ""): Promise<Scene | undefined> {
  const [row] = await select(db, { id, message_id });
  if (!row) return undefined;
  const { record, caller, state, asking, answer, ...result } = row;
  return {
    result,
    agent: JSON.parse(record),
    state: state === null ? undefined : JSON.parse(state),
    asking: asking === 1,
    answer,
    caller: () => JSON.parse(caller),
  };
}

/** The conversation of this organization, or 404. Text that is no number is the id of none. */
export async function requireScene(
  db: Kysely<Database>,
  organization_id: string,
  simulation_result_id: string,
  message_id?: string | null,
): Promise<Scene> {
  const id = numberOf(simulation_result_id);
  const scene = id === undefined ? undefined : await sceneOf(db, id, message_id ?? "");
  if (scene?.result.organization_id !== organization_id)
    throw notFound("simulation result", simulation_result_id);
  return scene;
}
