import type { Kysely } from "kysely";

/** The outline of a conversation's recording, made when somebody first looks at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("voice_call").addColumn("peaks", "text").execute();
}
