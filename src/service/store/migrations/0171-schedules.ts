import type { Kysely } from "kysely";

/** Simulations that run at set times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("schedule")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("simulation_id", "bigint", (column) =>
      column.notNull().references("simulation.id").onDelete("cascade"),
    )
    .addColumn("cron_expression", "text", (column) => column.notNull())
    .addColumn("time_zone", "text", (column) => column.notNull())
    .addColumn("next_run_at", "text")
    .addColumn("last_run_at", "text")
    .addColumn("last_simulation_run_id", "bigint")
    .addColumn("last_error", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("schedule_organization").on("schedule").column("organization_id").execute();
}
