import type { Kysely } from "kysely";

/** What a simulation says about its runs, and what it said when a run was queued. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("simulation")
    .addColumn("settings", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await db.schema
    .alterTable("simulation_run")
    .addColumn("settings", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
}
