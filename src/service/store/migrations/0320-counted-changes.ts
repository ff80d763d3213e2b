import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema.ts";

/** Tables that keys and kept lists are read from, and that are not written to all the time. */
const COUNTED = [
  "agent",
  "api_key",
  "custom_metric",
  "custom_metric_agent",
  "digital_human",
  "knowledge_base_version",
  "label",
  "prompt_version",
  "simulation",
  "simulation_digital_human",
];

/**
 * PostgreSQL counts the changes of a table in a sequence of its own. Before, each change sent a notification, and PostgreSQL
 * lets only one transaction that notifies commit at a time. A user that may change the table may also count, so the
 * function runs as its owner. Its names are complete, so no search path leads it elsewhere.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect !== "postgres") return;
  await sql`drop function tell_change() cascade`.execute(db);
  await sql`
    create function count_change() returns trigger language plpgsql security definer as $$
    begin
      perform pg_catalog.nextval(
        pg_catalog.format('%I.%I', tg_table_schema, pg_catalog.format('%s_changes', tg_table_name))::pg_catalog.regclass
      );
      return null;
    end $$`.execute(db);
  for (const table of COUNTED) {
    await sql`create sequence ${sql.table(`${table}_changes`)}`.execute(db);
    await sql`
      create trigger counts_change after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function count_change()`.execute(db);
  }
}
