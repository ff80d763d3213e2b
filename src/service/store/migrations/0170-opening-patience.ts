import type { Kysely } from "kysely";

/** How long a digital human waits for the agent to speak first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("simulation").addColumn("opening_patience_ms", "bigint").execute();
}
