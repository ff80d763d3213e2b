import { type CompiledQuery, createQueryId, InsertQueryNode, type Kysely, ValuesNode } from "kysely";
import type pg from "pg";
import type { Database } from "./schema.ts";

/**
 * The most rows of one statement, a power of two. Statements insert 64, 32, 16, … rows, so a few prepared ones are
 * enough for every number.
 */
const ROWS = 64;
/** A longer text is sent alone: sending it costs more than a separate statement. */
const TEXT = 16 * 1024;

/** The SQL of one insert for a number of rows. The values of each row follow those of the previous row. */
export type SqlOfRows = (rows: number) => string;

/** @returns undefined unless the query inserts one row, whose values are its only parameters, and returns something */
export function sqlOfRows(db: Kysely<Database>, { query, parameters }: CompiledQuery): SqlOfRows | undefined {
  if (!InsertQueryNode.is(query) || !query.returning || query.onConflict) return undefined;
  if (!query.values || !ValuesNode.is(query.values)) return undefined;
  const [row, ...others] = query.values.values;
  if (!row || others.length > 0 || row.values.length !== parameters.length) return undefined;
  const texts = new Map<number, string>();
  return (rows) => {
    const cached = texts.get(rows);
    if (cached !== undefined) return cached;
    const values = ValuesNode.create(Array<typeof row>(rows).fill(row));
    const { sql } = db.getExecutor().compileQuery({ ...query, values }, createQueryId());
    texts.set(rows, sql);
    return sql;
  };
}

export const isShort = (parameters: readonly unknown[]): boolean =>
  parameters.every((value) => typeof value !== "string" || value.length <= TEXT);

type Send = (sql: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>;

interface Insert {
  readonly parameters: readonly unknown[];
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Similar inserts of one row each that wait to be sent as one statement. */
export class MergedInserts {
  readonly #send: Send;
  #sqlOf: SqlOfRows | undefined;
  #waiting: Insert[] = [];

  constructor(send: Send) {
    this.#send = send;
  }

  /** Resolves to the result of this insert alone, once it has been sent and the database has answered. */
  add(sqlOf: SqlOfRows, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (sqlOf !== this.#sqlOf) this.flush();
    this.#sqlOf = sqlOf;
    return new Promise((resolve, reject) => this.#waiting.push({ parameters, resolve, reject }));
  }

  /** Sends the waiting inserts. */
  flush(): void {
    const [inserts, sqlOf] = [this.#waiting, this.#sqlOf];
    if (!sqlOf || inserts.length === 0) return;
    this.#waiting = [];
    for (let first = 0, rows = ROWS; first < inserts.length; first += rows) {
      while (rows > inserts.length - first) rows /= 2;
      void insert(inserts.slice(first, first + rows), sqlOf(rows), this.#send);
    }
  }
}

async function insert(inserts: readonly Insert[], sql: string, send: Send): Promise<void> {
  try {
    const result = await send(
      sql,
      inserts.flatMap(({ parameters }) => parameters),
    );
    // PostgreSQL inserts the rows of a list of values one at a time, and returns each as it inserts it.
    for (const [i, { resolve }] of inserts.entries())
      resolve({ ...result, rowCount: 1, rows: result.rows.slice(i, i + 1) });
  } catch (error) {
    for (const { reject } of inserts) reject(error);
  }
}
