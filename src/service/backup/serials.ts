/** The highest number that a table has assigned, even if its row was deleted. */
import { type Kysely, sql } from "kysely";
import type { Database, Dialect } from "../store/schema.ts";
import { SERIALS, type SerialTable } from "./tables.ts";

/** Null if none has been assigned yet. */
export async function readSerial(
  db: Kysely<Database>,
  dialect: Dialect,
  table: SerialTable,
): Promise<number | null> {
  const query =
    dialect === "postgres"
      ? sql<{ value: number | null }>`select pg_sequence_last_value(${sequenceOf(table)}) as value`
      : sql<{ value: number | null }>`select seq as value from sqlite_sequence where name = ${table}`;
  return (await query.execute(db)).rows[0]?.value ?? null;
}

export async function writeSerial(
  db: Kysely<Database>,
  dialect: Dialect,
  table: SerialTable,
  value: number,
): Promise<void> {
  if (dialect === "postgres") {
    await sql`select setval(${sequenceOf(table)}, ${value})`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(db);
}

const sequenceOf = (table: SerialTable) =>
  sql`pg_get_serial_sequence(${sql.lit(`"${table}"`)}, ${sql.lit(SERIALS[table])})`;
