import type { Kysely } from "kysely";
import type { Database } from "../store/schema.ts";
import { type LaneWorker, startLane } from "./embedded-lane.ts";
import type { JobKind, Jobs } from "./jobs.ts";

/** Jobs in the embedded store's own table, worked on by the one process that has the store open. */
export function createEmbeddedJobs(): Jobs {
  const workers = new Map<JobKind, LaneWorker>();
  return {
    async add(transaction, jobs) {
      if (jobs.length === 0) return;
      await insertJobs(transaction, jobs);
      // The store has one connection: what a lane reads now comes after the commit of this change.
      for (const { kind, due_at } of jobs) workers.get(kind)?.expect(due_at);
    },

    start(service, lanes, report) {
      const begin = <K extends JobKind>(kind: K) =>
        workers.set(kind, startLane(kind, lanes[kind], service, report));
      for (const kind of Object.keys(lanes) as JobKind[]) begin(kind);
      return async () => {
        const stopping = [...workers.values()].map((worker) => worker.stop());
        workers.clear();
        await Promise.all(stopping);
      };
    },
  };
}

const IMMEDIATELY = new Date(0).toISOString();

const insertJobs = (transaction: Kysely<Database>, jobs: Parameters<Jobs["add"]>[1]) =>
  transaction
    .insertInto("job")
    .values(
      jobs.map(({ kind, payload, due_at }) => ({
        kind,
        payload: JSON.stringify(payload),
        due_at: due_at?.toISOString() ?? IMMEDIATELY,
        attempts: 0,
      })),
    )
    .execute();
