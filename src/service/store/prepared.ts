import {
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type Kysely,
  type RootOperationNode,
  UpdateQueryNode,
} from "kysely";
import { type SqlOfRows, sqlOfRows } from "./merged-inserts.ts";
import type { Database } from "./schema.ts";

/** A placeholder in a query for a value that is only known when it runs. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

interface Buildable<R> {
  compile(): CompiledQuery<R>;
}

export interface PreparedQuery<R> extends CompiledQuery<R> {
  /** The query changes rows and returns none, and their number is not needed. */
  readonly is_blind: boolean;
  /** For an insert that can be merged with similar ones. */
  readonly sqlOfRows?: SqlOfRows | undefined;
}

/**
 * A query that is built and compiled once for each store, then run with new values each time, because building it
 * again costs more than running it. Use it for queries that run at every request; elsewhere, plain queries are easier
 * to read. A change that returns nothing is blind: over PostgreSQL, a transaction continues without waiting for it.
 * @param build uses each of `values` once or more as a value, and never looks at it
 */
export function prepared<V extends object, R>(build: (db: Kysely<Database>, values: V) => Buildable<R>) {
  // A store and its transactions have one adapter.
  const compiled = new WeakMap<object, PreparedQuery<R>>();
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as V;

  return async (db: Kysely<Database>, values: V): Promise<R[]> => {
    const { adapter } = db.getExecutor();
    let prepared = compiled.get(adapter);
    if (!prepared) {
      const query = build(db, placeholders).compile();
      prepared = { ...query, is_blind: returnsNothing(query.query), sqlOfRows: sqlOfRows(db, query) };
      compiled.set(adapter, prepared);
    }
    const parameters = prepared.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    const query: PreparedQuery<R> = { ...prepared, parameters };
    const { rows } = await db.executeQuery<R>(query);
    return rows;
  };
}

/**
 * Runs a query whose answer is not needed. Over PostgreSQL, a transaction continues without waiting for it.
 */
export async function executeUnawaited(
  db: Kysely<Database>,
  query: { compile(): CompiledQuery },
): Promise<void> {
  const blind: PreparedQuery<unknown> = { ...query.compile(), is_blind: true };
  await db.executeQuery(blind);
}

interface AfterCommit extends CompiledQuery {
  readonly is_after_commit: true;
}

/**
 * Runs a statement without parameters right after the commit of the transaction, if it commits. PostgreSQL receives
 * both in one message, so it runs the statement even if this process dies in between. The result is lost; the same
 * text runs once.
 */
export async function afterCommit(
  transaction: Kysely<Database>,
  statement: { compile(): CompiledQuery },
): Promise<void> {
  const query: AfterCommit = { ...statement.compile(), is_after_commit: true };
  await transaction.executeQuery(query);
}

export const isAfterCommit = (query: CompiledQuery & Partial<AfterCommit>): boolean =>
  query.is_after_commit === true;

export const isBlind = (query: CompiledQuery & Partial<PreparedQuery<unknown>>): boolean =>
  query.is_blind === true;

const returnsNothing = (node: RootOperationNode): boolean =>
  (InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) &&
  node.returning === undefined;
