import { setTimeout as sleep } from "node:timers/promises";
import { badRequest } from "../errors.ts";
import { createGroups } from "./groups.ts";
import type { SharedStore } from "./postgres.ts";
import { codeOf } from "./sqlstate.ts";
import type { Work, Write } from "./writer.ts";

/**
 * serialization_failure and deadlock_detected: another change came first, and this one was rolled back.
 * feature_not_supported: a newer service has altered a table for which this connection had a prepared
 * statement. A retry prepares it again.
 */
const OVERTAKEN = new Set(["40001", "40P01", "0A000"]);
/**
 * unique_violation and foreign_key_violation: when it runs again, the rule sees the row that was added or
 * deleted, and reports it.
 */
const CONTRADICTED = new Set(["23505", "23503"]);
/** program_limit_exceeded: an entry of an index takes at most a third of a page. */
const TOO_LARGE = "54000";
const RETRY_MS = 15_000;
const PAUSE_MAXIMUM_MS = 50;

const TOO_LONG =
  "an indexed text, such as a label, tag, phone number or message_id, is too long; the store takes about 2,700 bytes";

type Isolation = "serializable" | "read committed";

/**
 * Changes of a PostgreSQL store that several processes use. Changes that say what they are about share
 * transactions (`groups.ts`). Every other change is its own serializable transaction, so that everything a
 * rule has read is still true when it commits. A change that was overtaken runs again. Those of this process
 * run again one after the other; otherwise they would keep overtaking each other.
 */
export function createTransactions({ withConnection }: Pick<SharedStore, "withConnection">): Write {
  let turn: Promise<unknown> = Promise.resolve();

  const once = <T>(work: Work<T>, isolation: Isolation) =>
    withConnection(async (connection) => {
      connection.begin(`begin isolation level ${isolation}`);
      try {
        const value = await work(connection.db);
        await connection.commit();
        return value;
      } catch (error) {
        await connection.rollback();
        throw error;
      }
    });

  async function alone<T>(work: Work<T>, isolation: Isolation): Promise<T> {
    const run = () => once(work, isolation);
    try {
      return await run();
    } catch (error) {
      if (codeOf(error) === TOO_LARGE) throw badRequest(TOO_LONG);
      if (!isOvertaken(error) && !isContradicted(error)) throw error;
    }
    const again = turn.then(() => retried(run));
    turn = again.catch(() => undefined);
    return again;
  }

  const together = createGroups(withConnection, (work) => alone(work, "read committed"));
  return (work, { about, unforced } = {}) =>
    about ? together(work, about, unforced ?? false) : alone(work, "serializable");
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

const isOvertaken = (error: unknown) => OVERTAKEN.has(codeOf(error));
const isContradicted = (error: unknown) => CONTRADICTED.has(codeOf(error));
