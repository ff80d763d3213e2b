import type { Kysely } from "kysely";
import { type AnnouncedVersions, announcedVersions } from "../../../contract/rules/tested-versions.ts";
import type { Output } from "../../../contract/types.ts";
import type { Caller } from "../../../engine/caller/caller.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { notFound } from "../../errors.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";
import { callerOf, rngOf } from "./caller.ts";
import { offsetIn } from "./clock.ts";
import type { ReactingMoment } from "./react.ts";
import { readVersions } from "./versions.ts";

/** A conversation with everything that its transitions need. */
export interface Conversation {
  readonly result: Row<"simulation_result">;
  /** JSON: how the agent is called. Null in a text run. */
  readonly line: string | null;
  /** The world of its run. Null without one. */
  readonly world_id: number | null;
  /** What the conversation tells the agent about the versions that it tests. */
  readonly told: AnnouncedVersions;
  /** The current configuration of the agent under test. Without its http_webhook if the run goes without it. */
  readonly agent: Pick<
    Output<"AgentCreate">,
    "type" | "http_webhook" | "redact_pii" | "websocket_url" | "websocket_username" | "websocket_password"
  >;
  /** The digital human's state, or undefined before the conversation begins. */
  readonly state: CallerState | undefined;
  /** Whether a model is being asked for the digital human's answer. */
  readonly asking: boolean;
  /** JSON: the earlier answer to the requested message_id. Null if the id is new. */
  readonly answer: string | null;
  /** Large values of a message, by themselves: the same with personal data masked. */
  readonly masked?: ReadonlyMap<unknown, unknown> | undefined;
  /** The digital human at the time when the run was queued. It is read from its JSON once. */
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
    .innerJoin("simulation_run_digital_human as queued", (join) =>
      join
        .onRef("queued.simulation_run_id", "=", "simulation_result.simulation_run_id")
        .onRef("queued.digital_human_id", "=", "simulation_result.digital_human_id"),
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
      "simulation_run.world_id",
      "queued.caller",
      "caller_state.state",
      "caller_state.asking",
    ])
    .select("answered_message.answer")
    .where("simulation_result.id", "=", key.id),
);

/** The conversation with this id, if there is one. */
export async function loadConversation(
  db: Kysely<Database>,
  id: number,
  message_id = "",
): Promise<Conversation | undefined> {
  const [row] = await select(db, { id, message_id });
  if (!row) return undefined;
  const { record, line, world_id, without_webhook, versions, caller, state, asking, answer, ...result } = row;
  let read: Caller | undefined;
  return {
    result,
    line,
    world_id,
    told: announcedVersions(result.agent_id, readVersions(versions)),
    agent: { ...JSON.parse(record), ...(without_webhook && { http_webhook: null }) },
    state: state === null ? undefined : JSON.parse(state),
    asking: asking === 1,
    answer,
    caller() {
      read ??= callerOf(caller, result.journey_step);
      return read;
    },
  };
}

/** The moment that a conversation has reached. Its digital human has no state before it begins. */
export const momentIn = ({ result, state, caller }: Conversation, at: Date): ReactingMoment => ({
  caller: caller(),
  state,
  at_ms: offsetIn(result, at),
  rng: rngOf(result, state),
});

/** The organization's conversation with this id, or 404. Text that is not a number never matches. */
export async function requireConversation(
  db: Kysely<Database>,
  organization_id: string,
  simulation_result_id: string,
  message_id?: string | null,
): Promise<Conversation> {
  const id = numberOf(simulation_result_id);
  const conversation = id === undefined ? undefined : await loadConversation(db, id, message_id ?? "");
  if (conversation?.result.organization_id !== organization_id)
    throw notFound("simulation result", simulation_result_id);
  return conversation;
}
