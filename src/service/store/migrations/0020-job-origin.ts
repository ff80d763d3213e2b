import type { Kysely } from "kysely";

/** Where a job comes from: when it was added, and in which trace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job").addColumn("added_at", "text").execute();
  await db.schema.alterTable("job").addColumn("traceparent", "text").execute();
}
