import type { Kysely } from "kysely";
import type { Database } from "../../store/schema.ts";
import { takeStacked } from "./entries.ts";

/**
 * The agent has finished its turn: the messages that were stacked for it are one batch, taken now. From here the
 * digital human answers.
 */
export async function onAgentTurn(
  transaction: Kysely<Database>,
  simulation_result_id: number,
): Promise<void> {
  await takeStacked(transaction, [simulation_result_id]);
}
