import type { Kysely } from "kysely";

/** The last message that was there when a tool call was logged: tells which came first if both have the same offset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("logged_tool_call").addColumn("after_entry", "bigint").execute();
}
