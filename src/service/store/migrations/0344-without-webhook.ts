import type { Kysely } from "kysely";

/** Whether the agent's http_webhook gets nothing of a run, because somebody else speaks as the agent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("simulation_run")
    .addColumn("without_webhook", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
}
