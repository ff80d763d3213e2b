/** What arrives in a conversation: messages of the agent under test, and logs of the tools that it called. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Database, Row } from "../../store/schema.ts";

type Arrival = Output<"SendHttpTextMessage">;
type Result = Row<"simulation_result">;

/** Milliseconds since the conversation began; a clock that was set back counts as no time. */
const offsetIn = (result: Result, at: Date) => Math.max(0, at.getTime() - Date.parse(result.created_at));

/** Adds a message to the transcript. It waits there until its turn ends. A message without text adds nothing. */
export async function addMessage(
  transaction: Kysely<Database>,
  result: Result,
  { message, message_id }: Pick<Arrival, "message" | "message_id">,
  at: Date,
): Promise<void> {
  if (!message) return;
  await transaction
    .insertInto("conversation_entry")
    .values({
      simulation_result_id: result.id,
      role: "AGENT",
      message,
      message_id,
      start_offset_ms: offsetIn(result, at),
      stacked: 1,
    })
    .execute();
}

/** Takes the messages that wait for the end of a turn: they wait no longer. */
export async function takeStacked(
  transaction: Kysely<Database>,
  simulation_result_ids: readonly number[],
): Promise<void> {
  await transaction
    .updateTable("conversation_entry")
    .set({ stacked: 0 })
    .where("simulation_result_id", "in", simulation_result_ids)
    .where("stacked", "=", 1)
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
  await transaction
    .insertInto("logged_tool_call")
    .values({
      simulation_result_id: result.id,
      name,
      parameters: parameters ? JSON.stringify(parameters) : null,
      output: JSON.stringify(output),
      start_offset_ms: Math.max(1, offsetIn(result, at)),
    })
    .execute();
}
