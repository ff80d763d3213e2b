/** What a conversation holds: what both sides say, and logs of the tools that the agent under test called. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { redactValues } from "../../engine/redaction/redact-values.ts";
import type { Database, NewRow, Row } from "../../store/schema.ts";
import { redactsPii } from "../agents.ts";
import { offsetIn } from "./clock.ts";

type Arrival = Output<"SendHttpTextMessage">;
type Result = Row<"simulation_result">;

/** What is done to everything that is stored of a conversation: personal data is masked where its agent wants that. */
async function redactionOf(
  transaction: Kysely<Database>,
  simulation_result_id: number,
): Promise<<T>(value: T) => T> {
  const agent = await transaction
    .selectFrom("simulation_result")
    .innerJoin("agent", "agent.id", "simulation_result.agent_id")
    .select("agent.record")
    .where("simulation_result.id", "=", simulation_result_id)
    .executeTakeFirstOrThrow();
  return redactsPii(agent) ? redactValues : (value) => value;
}

/** Adds a message to the transcript. It waits there until its turn ends. A message without text adds nothing. */
export async function addMessage(
  transaction: Kysely<Database>,
  result: Result,
  { message, message_id }: Pick<Arrival, "message" | "message_id">,
  at: Date,
): Promise<void> {
  if (!message) return;
  const redact = await redactionOf(transaction, result.id);
  await transaction
    .insertInto("conversation_entry")
    .values({
      simulation_result_id: result.id,
      role: "AGENT",
      message: redact(message),
      message_id,
      start_offset_ms: offsetIn(result, at),
      stacked: 1,
    })
    .execute();
}

/** Adds what the digital human says. */
export async function addReply(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  reply: Pick<NewRow<"conversation_entry">, "message" | "message_id" | "start_offset_ms">,
): Promise<void> {
  const redact = await redactionOf(transaction, simulation_result_id);
  const message = redact(reply.message);
  await transaction
    .insertInto("conversation_entry")
    .values({ simulation_result_id, role: "USER", stacked: 0, ...reply, message })
    .execute();
}

/** The messages that wait for the end of a turn as one, in order; empty where none does. */
export async function stackedIn(db: Kysely<Database>, simulation_result_id: number): Promise<string> {
  const rows = await db
    .selectFrom("conversation_entry")
    .select("message")
    .where("simulation_result_id", "=", simulation_result_id)
    .where("stacked", "=", 1)
    .orderBy("id")
    .execute();
  return rows.map(({ message }) => message).join("\n");
}

/** Takes the messages that wait for the end of a turn: they wait no longer. */
export async function takeStacked(
  transaction: Kysely<Database>,
  simulation_result_id: number,
): Promise<void> {
  await transaction
    .updateTable("conversation_entry")
    .set({ stacked: 0 })
    .where("simulation_result_id", "=", simulation_result_id)
    .where("stacked", "=", 1)
    .execute();
}

/** What was said, in order. */
export async function saidIn(
  db: Kysely<Database>,
  simulation_result_id: number,
): Promise<{ role: string; utterance: string }[]> {
  return db
    .selectFrom("conversation_entry")
    .select(["role", "message as utterance"])
    .where("simulation_result_id", "=", simulation_result_id)
    .orderBy("id")
    .execute();
}

/** Logs a tool call beside the transcript. Its offset is at least 1, as that of every tool call of the API. */
export async function logToolCall(
  transaction: Kysely<Database>,
  result: Result,
  // The contract demands the name of a tool call; its type cannot say so.
  { name = "", parameters, output }: Pick<Arrival, "name" | "parameters" | "output">,
  at: Date,
): Promise<void> {
  const redact = await redactionOf(transaction, result.id);
  await transaction
    .insertInto("logged_tool_call")
    .values({
      simulation_result_id: result.id,
      name,
      parameters: parameters ? JSON.stringify(redact(parameters)) : null,
      output: JSON.stringify(redact(output)),
      start_offset_ms: Math.max(1, offsetIn(result, at)),
    })
    .execute();
}
