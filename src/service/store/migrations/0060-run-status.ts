import type { Kysely } from "kysely";

/** Indexes to find a run's waiting and running conversations without looking at the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("simulation_result_status")
    .on("simulation_result")
    .columns(["simulation_run_id", "status", "id"])
    .execute();
}
