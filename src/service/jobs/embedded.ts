import type { Kysely } from "kysely";
import { prepared } from "../store/prepared.ts";
import type { Database } from "../store/schema.ts";
import { insertJobs, type OriginNow } from "./insert.ts";
import type { JobQueues } from "./jobs.ts";
import { type JobQueue, startPools, stopPools, type WorkerPools } from "./worker-pool.ts";

/** How soon a job that another process (`parley admin jobs retry`) has made due is found. */
const LOOK_MS = 2000;

/** JobQueues of the embedded store, worked on by the one process that has the store open. */
export function createEmbeddedJobs(originNow: OriginNow): JobQueues {
  let pools: WorkerPools = new Map();
  return {
    async add(transaction, jobs) {
      if (jobs.length === 0) return;
      await insertJobs(transaction, jobs, originNow);
      // The store has one connection, so a pool's next read follows the commit of this change.
      for (const { kind, due_at } of jobs) pools.get(kind)?.expect(due_at);
    },

    // Another process may work on them. It looks from time to time.
    async tell() {},

    start(service, workers, report) {
      pools = startPools(workers, queue, service, report);
      const looking = setInterval(() => {
        for (const pool of pools.values()) pool.wake();
      }, LOOK_MS).unref();
      return async () => {
        clearInterval(looking);
        const stopping = pools;
        pools = new Map();
        await stopPools(stopping);
      };
    },
  };
}

interface Due {
  readonly kind: string;
  readonly now: string;
  readonly most: number;
}

const dueJobs = (db: Kysely<Database>, { kind, now, most }: Due) =>
  db
    .selectFrom("job")
    .selectAll()
    .where("kind", "=", kind)
    .where("due_at", "<=", now)
    .where("set_aside_at", "is", null)
    .orderBy("due_at")
    .orderBy("id")
    .limit(most);

const selectDue = prepared(dueJobs);

const selectDueOfOthers = (db: Kysely<Database>, due: Due, full: readonly string[]) =>
  dueJobs(db, due)
    .where((row) => row.or([row("organization_id", "is", null), row("organization_id", "not in", full)]))
    .execute();

const selectNext = prepared((db, { kind, now }: { readonly kind: string; readonly now: string }) =>
  db
    .selectFrom("job")
    .select("due_at")
    .where("kind", "=", kind)
    .where("due_at", ">", now)
    .where("set_aside_at", "is", null)
    .orderBy("due_at")
    .limit(1),
);

const queue: JobQueue = {
  // No other process works on jobs, so a job that is not running is free. The running jobs are in the table
  // too.
  async take(db, { kind, now, room, running, full }) {
    const due = { kind, now, most: room + running.length };
    const rows = full.length > 0 ? await selectDueOfOthers(db, due, full) : await selectDue(db, due);
    return rows.filter((row) => !running.includes(row.id)).slice(0, room);
  },

  async lookAgain(db, wanted) {
    const [next] = await selectNext(db, wanted);
    return next ? Date.parse(next.due_at) : Number.POSITIVE_INFINITY;
  },
};
