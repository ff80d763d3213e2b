import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Database } from "../../store/schema.ts";

type Answer = Output<"SendHttpTextMessageAnswer">;

/** Stands in the store until the answer is known; only the transaction that is making it sees it. */
const NO_ANSWER = "";

/**
 * Takes a message_id of a conversation, or returns the first answer when it is taken already. Of two simultaneous
 * requests one takes it, because the key of the table is unique; when the request is refused later, its transaction
 * gives the message_id back.
 */
export async function takeMessageId(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  message_id: string,
): Promise<Answer | undefined> {
  const taken = await transaction
    .insertInto("answered_message")
    .values({ simulation_result_id, message_id, answer: NO_ANSWER })
    .onConflict((conflict) => conflict.columns(["simulation_result_id", "message_id"]).doNothing())
    .returning("message_id")
    .executeTakeFirst();
  if (taken) return undefined;
  const first = await transaction
    .selectFrom("answered_message")
    .select("answer")
    .where("simulation_result_id", "=", simulation_result_id)
    .where("message_id", "=", message_id)
    .executeTakeFirstOrThrow();
  return JSON.parse(first.answer);
}

/** Keeps the answer to a message_id that was taken in the same transaction. */
export async function keepAnswer(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  message_id: string,
  answer: Answer,
): Promise<void> {
  await transaction
    .updateTable("answered_message")
    .set({ answer: JSON.stringify(answer) })
    .where("simulation_result_id", "=", simulation_result_id)
    .where("message_id", "=", message_id)
    .execute();
}
