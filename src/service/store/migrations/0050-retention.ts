import type { Kysely } from "kysely";

/** Indexes to find old rows by their age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["call", "simulation_run", "webhook_delivery", "model_answer"])
    await db.schema.createIndex(`${table}_age`).on(table).column("created_at").execute();
}
