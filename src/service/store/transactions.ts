import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { badRequest } from "../errors.ts";
import type { Database } from "./schema.ts";
import type { Write } from "./writer.ts";

/** serialization_failure and deadlock_detected: another change came first and this one was rolled back. */
const OVERTAKEN = new Set(["40001", "40P01"]);
/** unique_violation and foreign_key_violation: when run again, the rule sees the row that was added or deleted and says so. */
const CONTRADICTED = new Set(["23505", "23503"]);
/** program_limit_exceeded: an entry of an index takes at most a third of a page. */
const TOO_LARGE = "54000";
const RETRY_MS = 15_000;
const PAUSE_MAXIMUM_MS = 50;

const TOO_LONG =
  "an indexed text, such as a label, tag, phone number or message_id, is too long; the store takes about 2,700 bytes";

/**
 * Changes of a PostgreSQL store, which several processes have open. Each is a serializable transaction, so that what
 * a rule has read is still true when it commits. One that was overtaken runs again. Those of this process that run
 * again do so one after the other, or they would keep overtaking each other.
 */
export function createTransactions(db: Kysely<Database>): Write {
  let turn: Promise<unknown> = Promise.resolve();

  return async (work) => {
    const run = () => db.transaction().setIsolationLevel("serializable").execute(work);
    try {
      return await run();
    } catch (error) {
      if (codeOf(error) === TOO_LARGE) throw badRequest(TOO_LONG);
      if (!isOvertaken(error) && !isContradicted(error)) throw error;
    }
    const again = turn.then(() => retried(run));
    turn = again.catch(() => undefined);
    return again;
  };
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isOvertaken(error) || performance.now() > end) throw error;
      await sleep(Math.random() * PAUSE_MAXIMUM_MS);
    }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
const isOvertaken = (error: unknown) => OVERTAKEN.has(codeOf(error));
const isContradicted = (error: unknown) => CONTRADICTED.has(codeOf(error));
