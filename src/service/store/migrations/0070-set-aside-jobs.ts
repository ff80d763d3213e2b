import { type Kysely, sql } from "kysely";

/**
 * Attempts are counted when they begin, and a job whose attempts never end is set aside. Submissions get a table
 * of their own, so that changing a call does not write its large texts again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("job")
    .addColumn("unfinished", "bigint", (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  await db.schema.alterTable("job").addColumn("set_aside_at", "text").execute();
  await keepSubmissionsApart(db);
}

async function keepSubmissionsApart(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("call").addColumn("submission_head", "text").execute();
  await db.schema
    .createTable("call_submission")
    .addColumn("call_id", "text", (column) => column.primaryKey().references("call.id").onDelete("cascade"))
    .addColumn("submission", "text", (column) => column.notNull())
    .execute();
  await sql`insert into call_submission (call_id, submission) select id, submission from call`.execute(db);
  await db.schema.alterTable("call").dropColumn("submission").execute();
}
