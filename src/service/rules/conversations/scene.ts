import type { Kysely } from "kysely";
import { type ToldVersions, toldOf } from "../../../contract/rules/tested-versions.ts";
import type { Output } from "../../../contract/types.ts";
import type { Caller } from "../../../engine/caller/caller.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { notFound } from "../../errors.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";
import { callerOf } from "./caller.ts";
import { readVersions } from "./versions.ts";

/** A conversation with everything that its transitions need. */
export interface Scene {
  readonly result: Row<"simulation_result">;
  /** JSON: how the agent is called. Null in a text run. */
  readonly line: string | null;
  /** What the conversation tells the agent about the versions that it tests. */
  readonly told: ToldVersions;
  /** The current configuration of the agent under test. Without its http_webhook if the run goes without it. */
  readonly agent: Pick<
    Output<"AgentCreate">,
    "http_webhook" | "redact_pii" | "websocket_url" | "websocket_username" | "websocket_password"
  >;
  /** The digital human's state, or undefined before the conversation begins. */
  readonly state: CallerState | undefined;
  /** Whether a model is being asked for the digital human's answer. */
  readonly asking: boolean;
  /** JSON: the earlier answer to the requested message_id. Null if the id is new. */
  readonly answer: string | null;
  /** The digital human at the time when the run was queued. */
  caller(): Caller;
}

interface Key {
  readonly id: number;
  /** Empty if no answer is requested. */
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
    .innerJoin("simulation_run", "simulation_run.id", "simulation_result.simulation_run_id")
    .leftJoin("caller_state", "caller_state.simulation_result_id", "simulation_result.id")
    .leftJoin("answered_message", (join) =>
      join
        .onRef("answered_message.simulation_result_id", "=", "simulation_result.id")
        .on("answered_message.message_id", "=", key.message_id),
    )
    .selectAll("simulation_result")
    .select([
      "agent.record",
      "simulation_run.line",
      "simulation_run.without_webhook",
      "simulation_run.versions",
      "cast.caller",
      "caller_state.state",
      "caller_state.asking",
    ])
    .select("answered_message.answer")
    .where("simulation_result.id", "=", key.id),
);

/** The conversation with this id, if there is one. */
export async function sceneOf(db: Kysely<Database>, id: number, message_id = ""): Promise<Scene | undefined> {
  const [row] = await select(db, { id, message_id });
  if (!row) return undefined;
  const { record, line, without_webhook, versions, caller, state, asking, answer, ...result } = row;
  return {
    result,
    line,
    told: toldOf(result.agent_id, readVersions(versions)),
    agent: { ...JSON.parse(record), ...(without_webhook && { http_webhook: null }) },
    state: state === null ? undefined : JSON.parse(state),
    asking: asking === 1,
    answer,
    caller: () => callerOf(caller, result.journey_step),
  };
}

/** The organization's conversation with this id, or 404. Text that is not a number never matches. */
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
