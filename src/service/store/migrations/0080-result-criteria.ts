import type { Kysely } from "kysely";

/** What decided the outcome of a conversation is read without its evaluation, which is the largest part of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("simulation_result").addColumn("criteria", "text").execute();
}
