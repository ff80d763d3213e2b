import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { Database, Dialect } from "../store/schema.ts";
import type { RowLine } from "./lines.ts";
import { KEYS, type Table } from "./tables.ts";

/** Rows that PostgreSQL returns at a time: few, because a call may be large. */
const ROWS_AT_ONCE = 20;

/** Reads the current contents of the store, however long that takes. Later changes are not visible. */
export async function withSnapshot<T>(
  db: Kysely<Database>,
  dialect: Dialect,
  read: (snapshot: Transaction<Database>) => Promise<T>,
): Promise<T> {
  // SQLite: with the write-ahead log, a transaction sees the state as of its first statement.
  if (dialect === "sqlite") return db.transaction().execute(read);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (snapshot) => {
      await withoutTimeLimits(snapshot);
      return read(snapshot);
    });
}

/** A PostgreSQL connection has the time limits of a service, but copying a store takes longer. */
export async function withoutTimeLimits(transaction: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
}

/** The rows of a table in the order of its key. Only a few are in memory. */
export const rowsOf = (snapshot: Transaction<Database>, dialect: Dialect, table: Table) =>
  streamed(snapshot, dialect, inOrder(snapshot, dialect, table));

/** Keys of the recordings that calls and conversations refer to, without repetitions. */
export async function* recordingKeys(
  snapshot: Transaction<Database>,
  dialect: Dialect,
): AsyncGenerator<string> {
  for (const table of ["call", "voice_call"] as const) {
    const keys = snapshot
      .selectFrom(table)
      .select("recording_key")
      .where("recording_key", "is not", null)
      .groupBy("recording_key")
      .orderBy(bytewise(dialect, "recording_key"));
    for await (const { recording_key } of streamed(snapshot, dialect, keys))
      if (recording_key !== null) yield recording_key;
  }
}

async function* streamed<R>(
  snapshot: Transaction<Database>,
  dialect: Dialect,
  query: Pick<SelectQueryBuilder<Database, Table, R>, "stream" | "toOperationNode">,
): AsyncGenerator<R> {
  if (dialect === "sqlite") {
    yield* query.stream();
    return;
  }
  await sql`declare streamed no scroll cursor for ${query}`.execute(snapshot);
  const next = sql<R>`fetch ${sql.lit(ROWS_AT_ONCE)} from streamed`;
  for (;;) {
    const { rows } = await next.execute(snapshot);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close streamed`.execute(snapshot);
}

function inOrder(snapshot: Transaction<Database>, dialect: Dialect, table: Table) {
  const all = snapshot.selectFrom(table).selectAll() as SelectQueryBuilder<Database, Table, RowLine["row"]>;
  const key: Readonly<Record<string, "number" | "text">> = KEYS[table];
  return Object.entries(key).reduce(
    (rows, [column, type]) => rows.orderBy(type === "text" ? bytewise(dialect, column) : sql.ref(column)),
    all,
  );
}

/** Texts in byte order, as in SQLite, whatever the language of a PostgreSQL database. */
const bytewise = (dialect: Dialect, column: string) =>
  dialect === "postgres" ? sql`${sql.ref(column)} collate "C"` : sql.ref(column);
