import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema.ts";

/** What the pages of the console show of conversations. */
const COUNTED = ["conversation_entry", "simulation_result"];

/** So that a service whose console is open asks for counts, and reads conversations only when there is something new. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect !== "postgres") return;
  for (const table of COUNTED) {
    await sql`create sequence ${sql.table(`${table}_changes`)}`.execute(db);
    await sql`
      create trigger counts_change after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function count_change()`.execute(db);
  }
}
