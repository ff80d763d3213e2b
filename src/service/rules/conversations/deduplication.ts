import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Database } from "../../store/schema.ts";

type Answer = Output<"SendHttpTextMessageAnswer">;

/**
 * Takes a message_id of a conversation for the request that is answered with `answer`. Returns the first answer when
 * it is taken already. Of two simultaneous requests one takes it, because the key of the table is unique; when the
 * request is refused later, its transaction gives the message_id back.
 */
export async function takeMessageId(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  message_id: string,
  answer: Answer,
): Promise<Answer | undefined> {
  const taken = await transaction
    .insertInto("answered_message")
    .values({ simulation_result_id, message_id, answer: JSON.stringify(answer) })
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
