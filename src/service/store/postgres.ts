import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./schema.ts";

/** Connections per process. A change holds one for as long as it lasts, a query for less. */
const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
/** None of the service's statements takes long; one that does is waiting for a lock that nobody will release. */
const STATEMENT_MS = 30_000;

/** The database cannot be used; the message says why, without the URL, which may hold a password. */
export class StoreUnusable extends Error {
  override readonly name = "StoreUnusable";
}

/**
 * Opens a database of a PostgreSQL server.
 *
 * @param url `postgres://user:password@host:port/database`, with the parameters of libpq such as `sslmode`
 * @throws StoreUnusable if no connection can be made
 */
export async function openPostgres(url: string): Promise<Kysely<Database>> {
  const pool = new pg.Pool({
    connectionString: url,
    fallback_application_name: "parley",
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // A broken connection is replaced when the next one is needed. The query that was using it, if any, reports it;
  // without a listener the error would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new StoreUnusable(reasonOf(error), { cause: error });
  }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** Every integer in the store came from a JavaScript number, so it becomes one again. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as "text");

/** Several addresses of one host fail together, and only each has a message. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
