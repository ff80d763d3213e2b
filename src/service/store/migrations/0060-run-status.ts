import type { Kysely } from "kysely";

/** Conversations of a run that wait or go on are found without looking at the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("simulation_result_status")
    .on("simulation_result")
    .columns(["simulation_run_id", "status", "id"])
    .execute();
}
