import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** A change of several rows that happens whole or not at all. It touches the store and nothing else. */
export type Work<T> = (transaction: Kysely<Database>) => Promise<T>;
export type Write = <T>(work: Work<T>) => Promise<T>;

interface Waiting {
  readonly work: Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit for the embedded store: all changes that arrive in one turn of the event loop share one
 * transaction and one fsync, and each is answered after the commit that covers it. A change that fails is
 * rolled back alone; a commit that fails fails them all.
 */
export function createWriter(db: Kysely<Database>): Write {
  let waiting: Waiting[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const settle = await db.connection().execute((connection) => commit(connection, batch));
        for (const done of settle) done();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    draining = false;
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (draining) return;
      draining = true;
      setImmediate(drain);
    });
}

/** Runs a batch in one transaction; returns what to tell each caller once it is on disk. */
async function commit(connection: Kysely<Database>, batch: readonly Waiting[]): Promise<(() => void)[]> {
  const settle: (() => void)[] = [];
  await sql`begin immediate`.execute(connection);
  try {
    for (const { work, resolve, reject } of batch) {
      await sql`savepoint change`.execute(connection);
      try {
        const value = await work(connection);
        settle.push(() => resolve(value));
      } catch (error) {
        await sql`rollback to change`.execute(connection);
        settle.push(() => reject(error));
      }
      await sql`release change`.execute(connection);
    }
    await sql`commit`.execute(connection);
    return settle;
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}
