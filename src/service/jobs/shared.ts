import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { unanswered } from "../store/prepared.ts";
import type { Database } from "../store/schema.ts";
import { insertJobs, type OriginNow } from "./insert.ts";
import type { Jobs } from "./jobs.ts";
import { type LaneWorkers, startLanes, stopLanes, type TakeDue } from "./lane.ts";
import type { JobKind } from "./promised.ts";
import { CHANNEL, openSession, WORKER_LOCKS, type WorkerSession } from "./session.ts";

/** Longest time before another process looks for the jobs of one that died, and for those that were put back. */
const LOOK_MS = 2000;
const RECONNECT_MS = 1000;

/** Jobs of a PostgreSQL store, which several processes work on; each job is taken by one process. */
export function createSharedJobs(database_url: string, originNow: OriginNow): Jobs {
  return {
    async add(transaction, jobs) {
      if (jobs.length === 0) return;
      await insertJobs(transaction, jobs, originNow);
      for (const kind of new Set(jobs.map((job) => job.kind))) await tell(transaction, kind);
    },

    start(service, lanes, report) {
      const stopped = new AbortController();
      let session: WorkerSession | undefined;
      let workers: LaneWorkers = new Map();
      const wakeAll = () => {
        for (const worker of workers.values()) worker.wake();
      };

      /** Registers this process, again whenever the connection breaks. */
      async function signOn(): Promise<void> {
        while (!stopped.signal.aborted) {
          try {
            session = await openSession(database_url, {
              added: (kind) => workers.get(kind as JobKind)?.wake(),
              lost(error) {
                session = undefined;
                report(error, "signing on for jobs");
                signingOn = signOn();
              },
            });
            wakeAll();
            return;
          } catch (error) {
            report(error, "signing on for jobs");
            await sleep(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
          }
        }
      }

      const takeDue: TakeDue = async (db, wanted) => (session ? takeFree(db, session.worker, wanted) : []);
      workers = startLanes(lanes, takeDue, service, report);
      let signingOn = signOn();
      const looking = setInterval(wakeAll, LOOK_MS).unref();
      return async () => {
        stopped.abort();
        clearInterval(looking);
        await stopLanes(workers);
        await signingOn;
        await session?.end();
      };
    },
  };
}

/** To all processes, once the change is committed. */
const tell = (transaction: Kysely<Database>, kind: JobKind) =>
  unanswered(transaction, { compile: () => sql`select pg_notify(${CHANNEL}, ${kind})`.compile(transaction) });

/** Takes jobs that no living process works on. A job of its own that is not running was left by a failure. */
export async function takeFree(
  db: Kysely<Database>,
  worker: number,
  { kind, now, room, running }: Parameters<TakeDue>[1],
): ReturnType<TakeDue> {
  const taken = await db
    .with("free", (query) =>
      query
        .selectFrom("job")
        .select("id")
        .where("kind", "=", kind)
        .where("due_at", "<=", now)
        .where("set_aside_at", "is", null)
        .where((row) =>
          row.or([row("worker", "is", null), row("worker", "=", worker), row("worker", "not in", LIVING)]),
        )
        .$if(running.length > 0, (found) => found.where("id", "not in", running))
        .orderBy("due_at")
        .orderBy("id")
        .limit(room)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("job")
    .set({ worker })
    .where("id", "in", (query) => query.selectFrom("free").select("id"))
    .returningAll()
    .execute();
  return taken.sort((a, b) => a.due_at.localeCompare(b.due_at) || a.id - b.id);
}

/** The numbers of the registered processes. */
const LIVING = sql<number>`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(WORKER_LOCKS)} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
)`;
