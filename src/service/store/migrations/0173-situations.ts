import type { Kysely } from "kysely";

/** What a model has said that a message of the agent means, so that no model is needed to play the conversation again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("caller_turn").addColumn("situation", "text").execute();
}
