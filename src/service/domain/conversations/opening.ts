/** Lets waiting conversations begin. */
import type { Kysely } from "kysely";
import type { JobPayloads, Jobs } from "../../jobs/promised.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database } from "../../store/schema.ts";

const selectQueued = prepared((db, { simulation_run_id }: JobPayloads["open_conversations"]) =>
  db
    .selectFrom("simulation_result")
    .select("id")
    .where("simulation_run_id", "=", simulation_run_id)
    .where("status", "=", "QUEUED")
    .limit(1),
);

/** Lets waiting conversations of the run begin. All conversations of a run exist from the start. */
export async function promiseOpening(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  simulation_run_id: number,
): Promise<void> {
  const waiting = await selectQueued(transaction, { simulation_run_id });
  if (waiting.length > 0)
    await jobs.add(transaction, [{ kind: "open_conversations", payload: { simulation_run_id } }]);
}
