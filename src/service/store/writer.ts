import type { Kysely } from "kysely";
import { createYielder } from "../yield.ts";
import type { Database } from "./schema.ts";

/** A change of several rows that happens completely or not at all. It touches nothing but the store. */
export type Work<T> = (transaction: Kysely<Database>) => Promise<T>;

export interface WriteOptions {
  /**
   * Not forced to disk by itself: after a power cut it may be as if the change had never been made,
   * unless a later one was forced. Killing the process loses nothing.
   */
  readonly unforced?: boolean | undefined;
  /**
   * Names what the change decides about, if constraints and row locks keep every rule that it depends on
   * (docs/decisions/two-stores.md says so for each). Over PostgreSQL it is then read committed, and shares a transaction with changes
   * about other things. Empty if no other change can be about the same.
   */
  readonly about?: readonly string[] | undefined;
}

/** Makes a change; resolves once it is on disk. */
export type Write = <T>(work: Work<T>, options?: WriteOptions) => Promise<T>;

/** Begins, ends and divides transactions on the store's only connection. */
export type Control = (
  statement:
    | "begin immediate"
    | "commit"
    | "rollback"
    | `${"savepoint" | "rollback to" | "release"} change`
    | `pragma synchronous = ${"normal" | "full"}`,
) => void;

interface Waiting {
  readonly work: Work<unknown>;
  readonly unforced: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit for the embedded store: all changes that arrive in one turn of the event loop share one
 * transaction and one fsync, and each is answered after the commit that covers it. If none of them has to be forced,
 * there is no fsync; the next one covers them, because the log is written in order. A change that fails is rolled back
 * alone; a commit that fails fails them all.
 */
export function createWriter(db: Kysely<Database>, control: Control): Write {
  let waiting: Waiting[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const settle = await db.connection().execute((connection) => commitBatch(connection, control, batch));
        for (const done of settle) done();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    draining = false;
  }

  return (work, { unforced = false } = {}) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, unforced, resolve: resolve as (value: unknown) => void, reject });
      if (draining) return;
      draining = true;
      setImmediate(drain);
    });
}

/** Skips the fsync if nobody in the batch needs it. */
async function commitBatch(
  connection: Kysely<Database>,
  control: Control,
  batch: readonly Waiting[],
): Promise<(() => void)[]> {
  if (!batch.every(({ unforced }) => unforced)) return commit(connection, control, batch);
  control("pragma synchronous = normal");
  try {
    return await commit(connection, control, batch);
  } finally {
    control("pragma synchronous = full");
  }
}

/** Runs a batch in one transaction; returns the answer for each caller once it is on disk. */
async function commit(
  connection: Kysely<Database>,
  control: Control,
  batch: readonly Waiting[],
): Promise<(() => void)[]> {
  const settle: (() => void)[] = [];
  const yieldIfDue = createYielder();
  control("begin immediate");
  try {
    for (const { work, resolve, reject } of batch) {
      control("savepoint change");
      try {
        const value = await work(connection);
        settle.push(() => resolve(value));
      } catch (error) {
        control("rollback to change");
        settle.push(() => reject(error));
      }
      control("release change");
      // Whatever needs the store waits for the connection; everything else continues.
      await yieldIfDue();
    }
    control("commit");
    return settle;
  } catch (error) {
    rollback(control);
    throw error;
  }
}

/** A transaction that SQLite has ended by itself cannot be rolled back once more. */
function rollback(control: Control): void {
  try {
    control("rollback");
  } catch {
    // The original error is already being thrown.
  }
}
