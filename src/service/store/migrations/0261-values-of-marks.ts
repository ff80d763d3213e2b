import type { Kysely } from "kysely";

/** What a verdict said when a person marked it: an evaluation that is made again may say something else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("verdict_mark").addColumn("value", "text").execute();
}
