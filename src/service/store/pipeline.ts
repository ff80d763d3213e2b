import type { Writable } from "node:stream";
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from "kysely";
import pg from "pg";
import { isShort, MergedInserts, type SqlOfRows } from "./merged-inserts.ts";
import { isAfterCommit, isBlind, type PreparedQuery } from "./prepared.ts";
import { limitedTypes } from "./row-limit.ts";
import type { Database } from "./schema.ts";
import { codeOf, isRolledBack } from "./sqlstate.ts";

/** How many statements a connection keeps prepared: the server holds a plan for each. */
const NAMED_MAXIMUM = 500;
const COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
/** feature_not_supported: the error for a prepared statement whose table was altered after it was prepared. */
const PLAN_OUTDATED = "0A000";
/** query_canceled: by a person, before the commit or after it. */
const CANCELED = "57014";

type Rows = pg.QueryResultRow;

/** The names under which statements are prepared, the same on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** Undefined once there are enough: lists of ids need a statement for every length. */
  of(sql: string): string | undefined {
    const cached = this.#names.get(sql);
    if (cached !== undefined || this.#names.size >= NAMED_MAXIMUM) return cached;
    const name = `parley_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

interface Transaction {
  /** Why its first failed statement failed; every later one is refused because of it. */
  failure?: unknown;
  /** Resolves once the answers to all blind statements so far have been checked. */
  noted?: Promise<void>;
  /** Statements that follow the commit. */
  readonly afterwards: Set<string>;
}

/** Every integer in the store came from a JavaScript number, so it becomes one again. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as "text");

/**
 * A connection whose statements do not wait for each other. Those of one turn of the event loop are sent together, and
 * answered in order. Within a transaction, a blind statement (see `prepared`) is not waited for: if it fails, the next
 * statement that is waited for fails with its error, and so does the commit. Consecutive similar inserts of one turn
 * become one statement.
 */
export class PipelinedConnection implements DatabaseConnection {
  /** Statements on this connection. Several may be under way. */
  readonly db: Kysely<Database>;
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #repeat: (statement: string) => void;
  #transaction: Transaction | undefined;
  readonly #inserts = new MergedInserts((sql, parameters) => this.#send(sql, parameters));
  #is_corked = false;
  #is_outdated = false;

  /** @param repeat runs a statement that was to follow a commit, but as far as is known did not run */
  constructor(
    client: pg.PoolClient,
    names: StatementNames,
    overIt: (connection: DatabaseConnection) => Kysely<Database>,
    repeat: (statement: string) => void,
  ) {
    this.#client = client;
    this.#names = names;
    this.#repeat = repeat;
    this.db = overIt(this);
  }

  async executeQuery<R>(query: CompiledQuery & Partial<PreparedQuery<R>>): Promise<QueryResult<R>> {
    const transaction = this.#transaction;
    if (transaction && isAfterCommit(query)) {
      transaction.afterwards.add(query.sql);
      return { rows: [] };
    }
    const sent =
      transaction && query.sqlOfRows && isShort(query.parameters)
        ? this.#insert<R & Rows>(query.sqlOfRows, query.parameters)
        : this.#send<R & Rows>(query.sql, query.parameters);
    if (transaction && isBlind(query)) {
      this.#noteFailure(sent);
      return { rows: [] };
    }
    try {
      return resultOf(await sent);
    } catch (error) {
      if (transaction) {
        transaction.failure ??= error;
        throw transaction.failure;
      }
      if (!isOutdated(error)) throw error;
      const { sql: text, parameters } = query;
      return resultOf(
        await this.#client.query<R & Rows>({
          text,
          values: [...parameters],
          types: limitedTypes(getTypeParser),
        }),
      );
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("rows are not streamed over this connection: declare a cursor");
  }

  /** Begins a transaction with these statements, sent together with the next ones. */
  begin(...statements: readonly string[]): void {
    this.#transaction = { afterwards: new Set() };
    for (const sql of statements) this.#noteFailure(this.#send(sql, []));
  }

  /** @throws what the transaction's first failed statement failed with */
  async commit(): Promise<void> {
    const transaction = this.#transaction;
    try {
      const command =
        transaction && transaction.afterwards.size > 0
          ? await this.#commitAnd([...transaction.afterwards], transaction)
          : (await this.#send("commit", [])).command;
      if (command === "COMMIT") return;
      await transaction?.noted;
      throw transaction?.failure ?? new Error("the database rolled a change back");
    } finally {
      this.#transaction = undefined;
    }
  }

  /**
   * Sends a commit and the statements after it as one message, which the server receives completely or not at all.
   * Returns how the transaction ended.
   */
  async #commitAnd(afterwards: readonly string[], transaction: Transaction): Promise<string | undefined> {
    this.#cork();
    this.#inserts.flush();
    let isOver = false;
    try {
      const [commit] = await new Promise<pg.QueryResult[]>((resolve, reject) => {
        const query = new pg.Query(["commit", ...afterwards].join("; "), (error, results) =>
          error ? reject(error) : resolve([results].flat()),
        );
        // The commit itself gives no row.
        query.on("row", () => {
          isOver = true;
        });
        this.#client.query(query);
      });
      return commit?.command;
    } catch (error) {
      const isRefused = !isOver && isRolledBack(error) && codeOf(error) !== CANCELED;
      if (isRefused) throw error;
      // Running it once more does no harm.
      for (const statement of afterwards) this.#repeat(statement);
      await transaction.noted;
      if (isOver) return "failure" in transaction ? "ROLLBACK" : "COMMIT";
      throw new Error("the connection broke during a commit; the change may have been made", {
        cause: error,
      });
    }
  }

  /** Ends the transaction, if there is one, without effect. A connection that does not answer is ended later. */
  async rollback(): Promise<void> {
    if (!this.#transaction) return;
    try {
      await this.#send("rollback", []);
      this.#transaction = undefined;
    } catch {
      // Why the transaction failed is already being thrown; `release` ends the connection.
    }
  }

  /** @throws what the transaction's first failed statement failed with, as far as that is known */
  requireSound(): void {
    if (this.#transaction && "failure" in this.#transaction) throw this.#transaction.failure;
  }

  /** Returns the connection to the pool, or ends it if it is no longer usable. */
  release(): void {
    this.#client.release(this.#is_outdated || this.#transaction !== undefined);
  }

  #insert<R extends Rows>(sqlOf: SqlOfRows, parameters: readonly unknown[]): Promise<pg.QueryResult<R>> {
    this.#cork();
    return this.#inserts.add(sqlOf, parameters);
  }

  #noteFailure(sent: Promise<unknown>): void {
    const transaction = this.#transaction;
    if (!transaction) return;
    transaction.noted = sent.then(
      () => undefined,
      (error) => {
        transaction.failure ??= error;
      },
    );
  }

  async #send<R extends Rows>(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult<R>> {
    this.#cork();
    this.#inserts.flush();
    const name = this.#names.of(text);
    try {
      return await this.#client.query<R>({
        ...(name !== undefined && { name }),
        text,
        values: [...parameters],
        types: limitedTypes(getTypeParser),
      });
    } catch (error) {
      this.#is_outdated ||= isOutdated(error);
      throw error;
    }
  }

  /** Holds back what is sent until the end of this turn: a packet costs as much as a statement. */
  #cork(): void {
    if (this.#is_corked) return;
    this.#is_corked = true;
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    setImmediate(() => {
      this.#inserts.flush();
      this.#is_corked = false;
      stream.uncork();
    });
  }
}

const isOutdated = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === PLAN_OUTDATED;

const resultOf = <R>({ command, rowCount, rows }: pg.QueryResult<R & Rows>): QueryResult<R> => ({
  rows,
  ...(COUNTED.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
});
