/** The contents of a conversation: what both sides say, and logs of the tools that the agent under test called. */
import type { Kysely } from "kysely";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import { SendHttpTextMessage } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Side } from "../../../contract/values.ts";
import type { Caller } from "../../../engine/caller/caller.ts";
import type { MadeCall } from "../../../engine/caller/made-call.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { redactValues } from "../../../engine/redaction/redact-values.ts";
import { attended } from "../../../engine/transcript/attended.ts";
import type { PerOrganization } from "../../per-organization.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { type MaskThread, SMALL_TO_MASK } from "../../submissions/submission.ts";
import { unknownFieldsOf } from "../unknown-fields.ts";
import { offsetIn } from "./clock.ts";
import type { Conversation } from "./conversation.ts";

type Arrival = Output<"SendHttpTextMessage">;
type Entry = Row<"conversation_entry">;

/** The stored form of a value: personal data is masked if the agent is set up that way. */
export const redacted = <T>({ agent, masked }: Conversation, value: T): T =>
  agent.redact_pii === true ? ((masked?.get(value) as T | undefined) ?? redactValues(value)) : value;

/** Masks large messages of an agent in the thread, before the transaction, which others wait for. */
export async function maskedOf(
  thread: PerOrganization<Pick<MaskThread, "mask">>,
  arrivals: readonly Arrival[],
  conversationNow: () => Promise<Conversation | undefined>,
): Promise<Conversation["masked"]> {
  const fields = JSON.stringify(arrivals);
  if (fields.length <= SMALL_TO_MASK) return undefined;
  const conversation = await conversationNow();
  if (conversation?.agent.redact_pii !== true) return undefined;
  const { organization_id } = conversation.result;
  const masked: readonly Arrival[] = JSON.parse(await thread.of(organization_id).mask(fields));
  const large = ["message", "parameters", "output", "events"] as const;
  return new Map<unknown, unknown>(
    arrivals.flatMap((arrival, at) => [
      [arrival, masked[at]] as const,
      ...large.map((name) => [arrival[name], masked[at]?.[name]] as const),
    ]),
  );
}

const unknownFieldsIn = (conversation: Conversation, arrival: object) =>
  unknownFieldsOf(SendHttpTextMessage, redacted(conversation, arrival));

const insertEntry = prepared((db, entry: Omit<Entry, "id">) =>
  db.insertInto("conversation_entry").values({
    simulation_result_id: entry.simulation_result_id,
    role: entry.role,
    message: entry.message,
    message_id: entry.message_id,
    start_offset_ms: entry.start_offset_ms,
    stacked: entry.stacked,
    unknown_fields: entry.unknown_fields,
  }),
);

/** Adds a message to the transcript, pending until its turn ends. A message without text adds nothing. */
export async function addMessage(
  transaction: Kysely<Database>,
  conversation: Conversation,
  arrival: Pick<Arrival, "message" | "message_id">,
  at: Date,
): Promise<void> {
  const { message, message_id } = arrival;
  if (!message) return;
  await insertEntry(transaction, {
    simulation_result_id: conversation.result.id,
    role: "AGENT",
    message: redacted(conversation, message),
    message_id: message_id ?? null,
    start_offset_ms: offsetIn(conversation.result, at),
    stacked: 1,
    unknown_fields: unknownFieldsIn(conversation, arrival),
  });
}

/** Adds words that a side has said on a voice line. */
export async function addSpoken(
  transaction: Kysely<Database>,
  conversation: Conversation,
  { role, message, start_offset_ms }: Pick<Entry, "message" | "start_offset_ms"> & { readonly role: Side },
): Promise<void> {
  await insertEntry(transaction, {
    simulation_result_id: conversation.result.id,
    role,
    message: redacted(conversation, message),
    message_id: null,
    start_offset_ms,
    stacked: 0,
    unknown_fields: null,
  });
}

/** Adds a message of the digital human. */
export async function addReply(
  transaction: Kysely<Database>,
  conversation: Conversation,
  reply: Pick<Entry, "message" | "message_id" | "start_offset_ms">,
): Promise<void> {
  await insertEntry(transaction, {
    simulation_result_id: conversation.result.id,
    role: "USER",
    ...reply,
    message: redacted(conversation, reply.message),
    stacked: 0,
    unknown_fields: null,
  });
}

interface ConversationKey {
  readonly simulation_result_id: number;
}

const selectStacked = prepared((db, { simulation_result_id }: ConversationKey) =>
  db
    .selectFrom("conversation_entry")
    .select("message")
    .where("simulation_result_id", "=", simulation_result_id)
    .where("stacked", "=", 1)
    .orderBy("id"),
);

/** The pending messages of a turn joined into one, in order, as far as anybody takes them in. Empty if there are none. */
export async function pendingMessages(db: Kysely<Database>, simulation_result_id: number): Promise<string> {
  const rows = await selectStacked(db, { simulation_result_id });
  return attended(rows.map(({ message }) => message).join("\n"));
}

const clearStacked = prepared((db, { simulation_result_id }: ConversationKey) =>
  db
    .updateTable("conversation_entry")
    .set({ stacked: 0 })
    .where("simulation_result_id", "=", simulation_result_id)
    .where("stacked", "=", 1),
);

/** Marks the pending messages of a turn as no longer pending. */
export async function takePending(
  transaction: Kysely<Database>,
  simulation_result_id: number,
): Promise<void> {
  await clearStacked(transaction, { simulation_result_id });
}

const selectSaid = prepared((db, { simulation_result_id }: ConversationKey) =>
  db
    .selectFrom("conversation_entry")
    .select(["role", "message as utterance", "start_offset_ms"])
    .where("simulation_result_id", "=", simulation_result_id)
    .orderBy("id"),
);

/** What was said, in order, and when. */
export const saidAndWhen = (db: Kysely<Database>, simulation_result_id: number) =>
  selectSaid(db, { simulation_result_id });

/** What was said, in order. */
export const saidIn = async (
  db: Kysely<Database>,
  simulation_result_id: number,
): Promise<{ role: string; utterance: string }[]> =>
  (await saidAndWhen(db, simulation_result_id)).map(({ role, utterance }) => ({ role, utterance }));

const selectCalls = prepared(
  (db, { simulation_result_id, offset }: ConversationKey & { readonly offset: number }) =>
    db
      .selectFrom("logged_tool_call")
      .select(["name", "parameters", "output"])
      .where("simulation_result_id", "=", simulation_result_id)
      .orderBy("id")
      .limit(CALLS_HEARD)
      .offset(offset),
);

/** A digital human learns of at most this many calls in a turn. */
const CALLS_HEARD = 200;

/** The tool calls that the agent has logged since the digital human's last turn, if it waits for one. */
export async function callsSince(
  db: Kysely<Database>,
  simulation_result_id: number,
  { deeds = [] }: Pick<Caller, "deeds">,
  { calls: offset = 0 }: Pick<CallerState, "calls">,
): Promise<MadeCall[]> {
  if (deeds.length === 0) return [];
  const rows = await selectCalls(db, { simulation_result_id, offset });
  return rows.map(({ name, parameters, output }) => ({
    name,
    ...(parameters !== null && { parameters: JSON.parse(parameters) }),
    output: JSON.parse(output),
  }));
}

const selectLast = prepared((db, { simulation_result_id }: ConversationKey) =>
  db
    .selectFrom("conversation_entry")
    .select("id")
    .where("simulation_result_id", "=", simulation_result_id)
    .orderBy("id", "desc")
    .limit(1),
);

const selectUntold = prepared(
  (db, { simulation_result_id, name }: ConversationKey & { readonly name: string }) =>
    db
      .selectFrom("logged_tool_call")
      .select(["id", "parameters"])
      .where("simulation_result_id", "=", simulation_result_id)
      .where("name", "=", name)
      .where("world", "is not", null)
      .where("told", "=", 0)
      .orderBy("id"),
);

/** Whether the world has recorded a call that the agent now reports too. Each is recognized once. */
async function isRecorded(
  transaction: Kysely<Database>,
  { result }: Conversation,
  name: string,
  parameters: unknown,
): Promise<boolean> {
  if (result.world_key === null) return false;
  const given = canonicalJson(parameters ?? {});
  const rows = await selectUntold(transaction, { simulation_result_id: result.id, name });
  const same = rows.find((row) => canonicalJson(JSON.parse(row.parameters ?? "{}")) === given);
  if (!same) return false;
  await transaction.updateTable("logged_tool_call").set({ told: 1 }).where("id", "=", same.id).execute();
  return true;
}

/**
 * Logs a tool call next to the transcript. Its offset is at least 1, like that of every tool call in the API.
 * @param world JSON: what is stored of a call that the conversation's world has answered
 */
export async function logToolCall(
  transaction: Kysely<Database>,
  conversation: Conversation,
  // The contract requires the name of a tool call, but its type cannot say so.
  arrival: Pick<Arrival, "name" | "parameters" | "output">,
  at: Date,
  world: string | null = null,
): Promise<void> {
  const { name = "", parameters, output } = arrival;
  if (
    world === null &&
    (await isRecorded(transaction, conversation, name, redacted(conversation, parameters)))
  )
    return;
  const [last] = await selectLast(transaction, { simulation_result_id: conversation.result.id });
  await transaction
    .insertInto("logged_tool_call")
    .values({
      simulation_result_id: conversation.result.id,
      name,
      parameters: parameters ? JSON.stringify(redacted(conversation, parameters)) : null,
      output: JSON.stringify(redacted(conversation, output)),
      start_offset_ms: Math.max(1, offsetIn(conversation.result, at)),
      after_entry: last?.id ?? 0,
      world,
      unknown_fields: unknownFieldsIn(conversation, arrival),
    })
    .execute();
}
