import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";

const insert = prepared((db, row: Row<"answered_message">) =>
  db.insertInto("answered_message").values({
    simulation_result_id: row.simulation_result_id,
    message_id: row.message_id,
    answer: row.answer,
  }),
);

/**
 * Stores the answer to a message_id, in case the message is sent again. The table's key is unique: if two
 * requests with the same new id arrive, only one is stored, with all its changes.
 */
export async function keepAnswer(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  message_id: string,
  answer: Output<"SendHttpTextMessageAnswer">,
): Promise<void> {
  await insert(transaction, { simulation_result_id, message_id, answer: JSON.stringify(answer) });
}
