import type { Kysely } from "kysely";

/** How many conversations of a run were inconclusive because the digital human could not answer a question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("simulation_run")
    .addColumn("tests_unanswered", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
}
