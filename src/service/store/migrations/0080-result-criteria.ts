import type { Kysely } from "kysely";

/** Stores what decided the outcome of a conversation apart from its evaluation, which is the largest part of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("simulation_result").addColumn("criteria", "text").execute();
}
