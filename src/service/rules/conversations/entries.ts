/** The contents of a conversation: what both sides say, and logs of the tools that the agent under test called. */
import type { Kysely } from "kysely";
import { SendHttpTextMessage } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Side } from "../../../contract/values.ts";
import { redactValues } from "../../../engine/redaction/redact-values.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { furtherOf } from "../further.ts";
import { offsetIn } from "./clock.ts";
import type { Scene } from "./scene.ts";

type Arrival = Output<"SendHttpTextMessage">;
type Entry = Row<"conversation_entry">;

/** The stored form of a value: personal data is masked if the agent is set up that way. */
const redacted = <T>({ agent }: Scene, value: T): T =>
  agent.redact_pii === true ? redactValues(value) : value;

const furtherIn = (scene: Scene, arrival: object) => furtherOf(SendHttpTextMessage, redacted(scene, arrival));

const insertEntry = prepared((db, entry: Omit<Entry, "id">) =>
  db.insertInto("conversation_entry").values({
    simulation_result_id: entry.simulation_result_id,
    role: entry.role,
    message: entry.message,
    message_id: entry.message_id,
    start_offset_ms: entry.start_offset_ms,
    stacked: entry.stacked,
    further: entry.further,
  }),
);

/** Adds a message to the transcript, pending until its turn ends. A message without text adds nothing. */
export async function addMessage(
  transaction: Kysely<Database>,
  scene: Scene,
  arrival: Pick<Arrival, "message" | "message_id">,
  at: Date,
): Promise<void> {
  const { message, message_id } = arrival;
  if (!message) return;
  await insertEntry(transaction, {
    simulation_result_id: scene.result.id,
    role: "AGENT",
    message: redacted(scene, message),
    message_id: message_id ?? null,
    start_offset_ms: offsetIn(scene.result, at),
    stacked: 1,
    further: furtherIn(scene, arrival),
  });
}

/** Adds words that a side has said on a voice line. */
export async function addSpoken(
  transaction: Kysely<Database>,
  scene: Scene,
  { role, message, start_offset_ms }: Pick<Entry, "message" | "start_offset_ms"> & { readonly role: Side },
): Promise<void> {
  await insertEntry(transaction, {
    simulation_result_id: scene.result.id,
    role,
    message: redacted(scene, message),
    message_id: null,
    start_offset_ms,
    stacked: 0,
    further: null,
  });
}

/** Adds a message of the digital human. */
export async function addReply(
  transaction: Kysely<Database>,
  scene: Scene,
  reply: Pick<Entry, "message" | "message_id" | "start_offset_ms">,
): Promise<void> {
  await insertEntry(transaction, {
    simulation_result_id: scene.result.id,
    role: "USER",
    ...reply,
    message: redacted(scene, reply.message),
    stacked: 0,
    further: null,
  });
}

interface Conversation {
  readonly simulation_result_id: number;
}

const selectStacked = prepared((db, { simulation_result_id }: Conversation) =>
  db
    .selectFrom("conversation_entry")
    .select("message")
    .where("simulation_result_id", "=", simulation_result_id)
    .where("stacked", "=", 1)
    .orderBy("id"),
);

/** The pending messages of a turn joined into one, in order. Empty if there are none. */
export async function stackedIn(db: Kysely<Database>, simulation_result_id: number): Promise<string> {
  const rows = await selectStacked(db, { simulation_result_id });
  return rows.map(({ message }) => message).join("\n");
}

const clearStacked = prepared((db, { simulation_result_id }: Conversation) =>
  db
    .updateTable("conversation_entry")
    .set({ stacked: 0 })
    .where("simulation_result_id", "=", simulation_result_id)
    .where("stacked", "=", 1),
);

/** Marks the pending messages of a turn as no longer pending. */
export async function takeStacked(
  transaction: Kysely<Database>,
  simulation_result_id: number,
): Promise<void> {
  await clearStacked(transaction, { simulation_result_id });
}

const selectSaid = prepared((db, { simulation_result_id }: Conversation) =>
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

const selectLast = prepared((db, { simulation_result_id }: Conversation) =>
  db
    .selectFrom("conversation_entry")
    .select("id")
    .where("simulation_result_id", "=", simulation_result_id)
    .orderBy("id", "desc")
    .limit(1),
);

/** Logs a tool call next to the transcript. Its offset is at least 1, like that of every tool call in the API. */
export async function logToolCall(
  transaction: Kysely<Database>,
  scene: Scene,
  // The contract requires the name of a tool call, but its type cannot say so.
  arrival: Pick<Arrival, "name" | "parameters" | "output">,
  at: Date,
): Promise<void> {
  const { name = "", parameters, output } = arrival;
  const [last] = await selectLast(transaction, { simulation_result_id: scene.result.id });
  await transaction
    .insertInto("logged_tool_call")
    .values({
      simulation_result_id: scene.result.id,
      name,
      parameters: parameters ? JSON.stringify(redacted(scene, parameters)) : null,
      output: JSON.stringify(redacted(scene, output)),
      start_offset_ms: Math.max(1, offsetIn(scene.result, at)),
      after_entry: last?.id ?? 0,
      further: furtherIn(scene, arrival),
    })
    .execute();
}
