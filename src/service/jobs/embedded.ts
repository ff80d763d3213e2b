import { prepared } from "../store/prepared.ts";
import { insertJobs, type OriginNow } from "./insert.ts";
import type { Jobs } from "./jobs.ts";
import { type JobQueue, type LaneWorkers, startLanes, stopLanes } from "./lane.ts";

/** How soon a job that another process (`parley admin jobs retry`) has made due is found. */
const LOOK_MS = 2000;

/** Jobs of the embedded store, worked on by the one process that has the store open. */
export function createEmbeddedJobs(originNow: OriginNow): Jobs {
  let workers: LaneWorkers = new Map();
  return {
    async add(transaction, jobs) {
      if (jobs.length === 0) return;
      await insertJobs(transaction, jobs, originNow);
      // The store has one connection, so a lane's next read follows the commit of this change.
      for (const { kind, due_at } of jobs) workers.get(kind)?.expect(due_at);
    },

    // Another process may work on them. It looks from time to time.
    async tell() {},

    start(service, lanes, report) {
      workers = startLanes(lanes, queue, service, report);
      const looking = setInterval(() => {
        for (const worker of workers.values()) worker.wake();
      }, LOOK_MS).unref();
      return async () => {
        clearInterval(looking);
        const stopping = workers;
        workers = new Map();
        await stopLanes(stopping);
      };
    },
  };
}

const selectDue = prepared((db, due: { kind: string; now: string; most: number }) =>
  db
    .selectFrom("job")
    .selectAll()
    .where("kind", "=", due.kind)
    .where("due_at", "<=", due.now)
    .where("set_aside_at", "is", null)
    .orderBy("due_at")
    .orderBy("id")
    .limit(due.most),
);

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
  async take(db, { kind, now, room, running }) {
    const rows = await selectDue(db, { kind, now, most: room + running.length });
    return rows.filter((row) => !running.includes(row.id)).slice(0, room);
  },

  async lookAgain(db, wanted) {
    const [next] = await selectNext(db, wanted);
    return next ? Date.parse(next.due_at) : Number.POSITIVE_INFINITY;
  },
};
