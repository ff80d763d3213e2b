import type { Kysely } from "kysely";
import { chunks, inChunks } from "../../store/chunks.ts";
import { groupBy } from "../../store/group-by.ts";
import type { Database } from "../../store/schema.ts";
import { takeStacked } from "./entries.ts";

/**
 * Who ended a conversation: the agent with end_conversation (E6), a request to end it from outside, or nobody: the
 * agent does not take messages any more.
 */
type EndReason = "agent_ended" | "ended_by_request" | "agent_unreachable";

/**
 * Ends conversations that still go on and counts them in their runs. A run whose conversations have all ended is
 * COMPLETED; none counts as passed or failed before it is evaluated. Returns the ids of those that ended now.
 */
export async function endConversations(
  transaction: Kysely<Database>,
  simulation_result_ids: readonly number[],
  end_reason: EndReason,
  at: Date,
): Promise<Set<number>> {
  const ended = await inChunks(simulation_result_ids, (chunk) =>
    transaction
      .updateTable("simulation_result")
      .set({ status: "CONVERSATION_ENDED", ended_at: at.toISOString(), end_reason })
      .where("id", "in", chunk)
      .where("ended_at", "is", null)
      .returning(["id", "simulation_run_id"])
      .execute(),
  );
  const ids = ended.map((row) => row.id);
  for (const chunk of chunks(ids)) await takeStacked(transaction, chunk);
  for (const [run_id, results] of groupBy(ended, (row) => row.simulation_run_id))
    await countEnded(transaction, run_id, results.length);
  return new Set(ids);
}

/** Adds to the count in the store, so that simultaneous ends are all counted. */
async function countEnded(transaction: Kysely<Database>, run_id: number, count: number): Promise<void> {
  await transaction
    .updateTable("simulation_run")
    .set("tests_completed", (run) => run("tests_completed", "+", count))
    .where("id", "=", run_id)
    .execute();
  await transaction
    .updateTable("simulation_run")
    .set({ status: "COMPLETED" })
    .where("id", "=", run_id)
    .whereRef("tests_completed", ">=", "total_tests")
    .execute();
}
