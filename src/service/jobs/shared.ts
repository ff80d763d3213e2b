import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DatabaseSockets } from "../store/database-sockets.ts";
import { afterCommit, prepared } from "../store/prepared.ts";
import type { Database } from "../store/schema.ts";
import { insertJobs, type OriginNow } from "./insert.ts";
import type { JobQueues } from "./jobs.ts";
import type { JobKind } from "./promised.ts";
import { CHANNEL, openSession, WORKER_LOCKS, type WorkerSession } from "./session.ts";
import { type JobQueue, startPools, stopPools, type WorkerPools } from "./worker-pool.ts";

/** How often a process checks whether another one that has taken a job is still alive. */
const LOOK_MS = 2000;
const RECONNECT_MS = 1000;
/** How many of its numbers a process remembers. */
const NUMBERS_MAXIMUM = 20;

/**
 * JobQueues of a PostgreSQL store, which several processes work on. Each job is taken by one process. A process
 * queries for jobs when one is announced, when one falls due, and every two seconds while another process has
 * one that is due. Otherwise, it does not query.
 */
export function createSharedJobs(
  database_url: string,
  originNow: OriginNow,
  sockets?: DatabaseSockets,
): JobQueues {
  return {
    async add(transaction, jobs) {
      if (jobs.length === 0) return;
      await insertJobs(transaction, jobs, originNow);
      await tell(transaction, new Set(jobs.map(({ kind }) => kind)));
    },

    tell,

    start(service, workers, report) {
      const stopped = new AbortController();
      let session: WorkerSession | undefined;
      /** The numbers under which this process has taken jobs, newest first. */
      let numbers: readonly number[] = [];
      let pools: WorkerPools = new Map();
      const wakeAll = () => {
        for (const pool of pools.values()) pool.wake();
      };

      /** Registers this process, and does so again whenever the connection breaks. */
      async function signOn(): Promise<void> {
        while (!stopped.signal.aborted) {
          try {
            session = await openSession(
              database_url,
              {
                added: (kind) => pools.get(kind as JobKind)?.wake(),
                lost(error) {
                  session = undefined;
                  report(error, "signing on for jobs");
                  signingOn = signOn();
                },
              },
              sockets,
            );
            numbers = [session.worker, ...numbers].slice(0, NUMBERS_MAXIMUM);
            wakeAll();
            return;
          } catch (error) {
            report(error, "signing on for jobs");
            await sleep(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
          }
        }
      }

      // An unregistered process takes nothing. It looks for all jobs as soon as it is registered.
      const queue: JobQueue = {
        take: async (db, wanted) => (session ? takeFree(db, numbers, wanted) : []),
        lookAgain: async (db, wanted) =>
          session ? nextLook(db, { ...wanted, worker: session.worker }) : Number.POSITIVE_INFINITY,
      };
      pools = startPools(workers, queue, service, report);
      let signingOn = signOn();
      return async () => {
        stopped.abort();
        await stopPools(pools);
        await signingOn;
        await session?.end();
      };
    },
  };
}

/**
 * Announces jobs to all processes after the commit. Within the change, the commit of one notifying
 * transaction would have to wait for another's.
 */
async function tell(transaction: Kysely<Database>, kinds: ReadonlySet<JobKind>): Promise<void> {
  for (const kind of kinds)
    await afterCommit(transaction, {
      compile: () => sql`select pg_notify(${sql.lit(CHANNEL)}, ${sql.lit(kind)})`.compile(transaction),
    });
}

/**
 * Takes jobs that no living process works on. A job of this process that is not running was left over by a
 * failure.
 * @param numbers of the process, newest first. A number that it has lost may stay registered, because a proxy
 * can keep a connection to the server long after its client has gone
 */
export async function takeFree(
  db: Kysely<Database>,
  numbers: readonly number[],
  { kind, now, room, running, full }: Parameters<JobQueue["take"]>[1],
): ReturnType<JobQueue["take"]> {
  const taken = await db
    .with("free", (query) =>
      query
        .selectFrom("job")
        .select("id")
        .where("kind", "=", kind)
        .where("due_at", "<=", now)
        .where("set_aside_at", "is", null)
        .where((row) =>
          row.or([row("worker", "is", null), row("worker", "in", numbers), row("worker", "not in", LIVING)]),
        )
        .$if(full.length > 0, (query) =>
          query.where((row) =>
            row.or([row("organization_id", "is", null), row("organization_id", "not in", full)]),
          ),
        )
        .$if(running.length > 0, (query) => query.where("id", "not in", running))
        .orderBy("due_at")
        .orderBy("id")
        .limit(room)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("job")
    .set({ worker: numbers[0] })
    .where("id", "in", (query) => query.selectFrom("free").select("id"))
    .returningAll()
    .execute();
  return taken.sort((a, b) => a.due_at.localeCompare(b.due_at) || a.id - b.id);
}

const selectNextLook = prepared(
  (db, { kind, now, worker }: { readonly kind: string; readonly now: string; readonly worker: number }) => {
    const jobs = db.selectFrom("job").where("kind", "=", kind).where("set_aside_at", "is", null);
    return db.selectNoFrom((row) => [
      jobs.where("due_at", ">", now).orderBy("due_at").limit(1).select("due_at").as("next"),
      row
        .exists(
          jobs
            .where("due_at", "<=", now)
            .where((job) => job.or([job("worker", "is", null), job("worker", "!=", worker)]))
            .select("id"),
        )
        .as("others_have"),
    ]);
  },
);

/**
 * When the next job falls due. Or soon, while another process has a due job: it has taken it, is about to, or
 * has lost interest. If that process dies, no announcement follows.
 */
async function nextLook(db: Kysely<Database>, wanted: Parameters<typeof selectNextLook>[1]): Promise<number> {
  const [next_look] = await selectNextLook(db, wanted);
  const next = next_look?.next ? Date.parse(next_look.next) : Number.POSITIVE_INFINITY;
  return next_look?.others_have ? Math.min(next, Date.parse(wanted.now) + LOOK_MS) : next;
}

/** The numbers of the registered processes. */
const LIVING = sql<number>`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(WORKER_LOCKS)} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
)`;
