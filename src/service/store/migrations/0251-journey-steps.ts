import type { Kysely } from "kysely";

/** Which call of its digital human's journey a conversation is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("simulation_result").addColumn("journey_step", "bigint").execute();
}
