import type { Kysely } from "kysely";
import type { Database } from "../store/schema.ts";
import { insertJobs, type OriginNow } from "./insert.ts";
import type { Jobs } from "./jobs.ts";
import { type LaneWorkers, startLanes, stopLanes, type TakeDue } from "./lane.ts";

/** Jobs of the embedded store, worked on by the one process that has the store open. */
export function createEmbeddedJobs(originNow: OriginNow): Jobs {
  let workers: LaneWorkers = new Map();
  return {
    async add(transaction, jobs) {
      if (jobs.length === 0) return;
      await insertJobs(transaction, jobs, originNow);
      // The store has one connection: what a lane reads now comes after the commit of this change.
      for (const { kind, due_at } of jobs) workers.get(kind)?.expect(due_at);
    },

    start(service, lanes, report) {
      workers = startLanes(lanes, takeDueFrom(service.db), service, report);
      return async () => {
        const stopping = workers;
        workers = new Map();
        await stopLanes(stopping);
      };
    },
  };
}

/** Nobody else works on jobs, so that what does not run is free. */
const takeDueFrom =
  (db: Kysely<Database>): TakeDue =>
  async ({ kind, now, room, running }) => {
    const rows = await db
      .selectFrom("job")
      .selectAll()
      .where("kind", "=", kind)
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .orderBy("id")
      // Those that run stand there too.
      .limit(room + running.length)
      .execute();
    return rows.filter((row) => !running.includes(row.id)).slice(0, room);
  };
