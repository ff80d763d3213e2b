import type { Kysely } from "kysely";

/** Who marked a verdict, and which answer they think right; each labeller has marks of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("verdict_mark").addColumn("labeller", "text").execute();
  await db.schema.alterTable("verdict_mark").addColumn("expected", "text").execute();
}
