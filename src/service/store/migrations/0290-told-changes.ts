import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema.ts";

/** Tables that keys and kept lists are read from, and that are not written to all the time. */
const TOLD = [
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

const NUMBERED_BY_SEEDS = ["agent", "simulation", "digital_human", "simulation_run"];

/** Jobs that are set aside are not in the way of those that wait. PostgreSQL notifies of changes, and does less for each row. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.dropIndex("job_due").execute();
  await sql`create index job_due on job (kind, due_at, id) where set_aside_at is null`.execute(db);
  await sql`create index job_held on job (worker) where worker is not null`.execute(db);
  if (dialect !== "postgres") return;
  await sql`
    create function tell_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify('parley_changes', tg_table_name);
      return null;
    end $$`.execute(db);
  for (const table of TOLD)
    await sql`
      create trigger tells_change after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function tell_change()`.execute(db);
  for (const table of NUMBERED_BY_SEEDS) await askBeforeTheCall(db, table);
  // Rows of jobs come and go: what they leave behind is cleared away often, and a claimed job stays on its page.
  await sql`alter table job set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(
    db,
  );
}

/** A number that the sequence has just given is not ahead of it: that is found without calling the function. */
async function askBeforeTheCall(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{
    numbers: string;
  }>`select pg_get_serial_sequence(${table}, 'id') as numbers`.execute(db);
  const numbers = sql.lit(rows[0]?.numbers);
  await sql`drop trigger numbers_ahead on ${sql.table(table)}`.execute(db);
  await sql`
    create trigger numbers_ahead after insert on ${sql.table(table)} for each row
    when (new.id > coalesce(pg_sequence_last_value(${numbers}::regclass), 0))
    execute function keep_numbers_ahead()`.execute(db);
}
