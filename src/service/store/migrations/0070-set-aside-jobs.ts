import { type Kysely, sql } from "kysely";

/** Attempts are counted when they begin, and a job whose attempts never end is set aside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("job")
    .addColumn("unfinished", "bigint", (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  await db.schema.alterTable("job").addColumn("set_aside_at", "text").execute();
  await db.schema.alterTable("call").addColumn("submission_head", "text").execute();
}
