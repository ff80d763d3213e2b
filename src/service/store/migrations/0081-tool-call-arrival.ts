import type { Kysely } from "kysely";

/** The last message that was there when a tool call was logged: which came first is told where both have one offset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("logged_tool_call").addColumn("after_entry", "bigint").execute();
}
