import { setTimeout as sleep } from "node:timers/promises";
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from "kysely";
import pg from "pg";
import { createChanges } from "./changes.ts";
import type { DatabaseSockets } from "./database-sockets.ts";
import { getTypeParser, PipelinedConnection, StatementNames } from "./pipeline.ts";
import type { RevisionOf } from "./revisions.ts";
import type { Database } from "./schema.ts";

/** Connections per process. A change holds one for as long as it lasts, a query for less. */
const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
/** How often a transaction is tried again. */
const REPEAT_MS = 1000;
/** None of the service's statements takes long. One that does is waiting for a lock that will not be released. */
const STATEMENT_MS = 30_000;
/**
 * The server ends every statement by then. If it does not answer, it has disappeared or become unreachable, and the
 * connection is given up.
 */
const SILENCE_MS = STATEMENT_MS + 5000;

/**
 * Plans of prepared statements are kept. `explain` shows that a plan for the newest version of an agent, made while
 * there are five, still reads all versions when there are 50,000. In a serializable transaction, it then locks the
 * whole table and conflicts with every change of it. Without sequential scans, it reads one entry of the index, and
 * locks only that.
 */
const SETTINGS = "set enable_seqscan = off";

/** The database cannot be used. The message says why, without the URL, which may contain a password. */
export class StoreUnusable extends Error {
  override readonly name = "StoreUnusable";
}

export interface SharedStore {
  /** `destroy` ends every connection. */
  readonly db: Kysely<Database>;
  readonly revisionOf: RevisionOf;
  /** Runs work on a connection of its own. */
  withConnection<T>(work: (connection: PipelinedConnection) => Promise<T>): Promise<T>;
}

interface Opening {
  /** Waits for an answer however long it takes, for callers that lift the server's time limits. */
  readonly is_patient?: boolean | undefined;
  readonly sockets?: DatabaseSockets | undefined;
}

/**
 * Opens a database of a PostgreSQL server.
 *
 * @param url `postgres://user:password@host:port/database`, with the parameters of libpq such as `sslmode`
 * @throws StoreUnusable if no connection can be made
 */
export async function openPostgres(
  url: string,
  { is_patient = false, sockets }: Opening = {},
): Promise<SharedStore> {
  const pool = new pg.Pool({
    connectionString: url,
    fallback_application_name: "parley",
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    ...(!is_patient && { query_timeout: SILENCE_MS }),
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    ...(sockets && { stream: sockets.stream }),
    pipeline: true,
    types: { getTypeParser },
  });
  // A broken connection is replaced when the next one is needed. The query that was using it, if any, reports it;
  // without a listener the error would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    client.query(SETTINGS).catch(() => undefined);
  });
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new StoreUnusable(reasonOf(error), { cause: error });
  }
  const changes = createChanges(url, sockets);
  const driver = new PooledDriver(pool, () => changes.close());
  return {
    db: queriesOver(driver),
    revisionOf: changes.revisionOf,
    async withConnection(work) {
      const connection = await driver.acquireConnection();
      try {
        return await work(connection);
      } finally {
        connection.release();
      }
    },
  };
}

/** Several addresses of one host fail together; only each single error has a message. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

/** One for all, because `prepared` compiles a statement once for each adapter. */
const adapter = new PostgresAdapter();

const queriesOver = (driver: Driver) =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** Every query takes a connection from the pool. */
class PooledDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #alsoEnd: () => Promise<void>;
  readonly #names = new StatementNames();
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();

  constructor(pool: pg.Pool, alsoEnd: () => Promise<void>) {
    this.#pool = pool;
    this.#alsoEnd = alsoEnd;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect();
    const cached = this.#connections.get(client);
    if (cached) return cached;
    const made = new PipelinedConnection(
      client,
      this.#names,
      (connection) => queriesOver(new PinnedDriver(connection)),
      (statement) => void this.#repeat(statement),
    );
    this.#connections.set(client, made);
    return made;
  }

  async beginTransaction(
    connection: PipelinedConnection,
    { isolationLevel = "read committed", accessMode = "read write" }: TransactionSettings,
  ): Promise<void> {
    connection.begin(`begin isolation level ${isolationLevel} ${accessMode}`);
  }

  commitTransaction = (connection: PipelinedConnection) => connection.commit();
  rollbackTransaction = (connection: PipelinedConnection) => connection.rollback();

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }

  /** Runs a statement as soon as the database can be reached. */
  async #repeat(statement: string): Promise<void> {
    while (!this.#pool.ending) {
      try {
        await this.#pool.query(statement);
        return;
      } catch {
        await sleep(REPEAT_MS, undefined, { ref: false });
      }
    }
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#alsoEnd()]);
  }
}

/** Every query takes the same connection. The code that has it begins and ends its transactions. */
class PinnedDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}
  acquireConnection = async () => this.#connection;
  async releaseConnection(): Promise<void> {}
  beginTransaction = inTransaction;
  commitTransaction = inTransaction;
  rollbackTransaction = inTransaction;
  async destroy(): Promise<void> {}
}

const inTransaction = (): never => {
  throw new Error("whoever has the connection begins and ends its transactions");
};
