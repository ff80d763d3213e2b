import type { Kysely } from "kysely";

/** What an agent's side has sent with a message or a tool call and the contract does not know: kept and returned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["conversation_entry", "logged_tool_call"])
    await db.schema.alterTable(table).addColumn("further", "text").execute();
}
