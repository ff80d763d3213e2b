import { setMaxListeners } from "node:events";
import { type Kysely, sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { ReportFailure } from "../report.ts";
import { prepared } from "../store/prepared.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { createIsolation, type Isolation } from "./isolation.ts";
import type { JobWorker, JobWorkers, Outcome } from "./jobs.ts";
import type { JobKind, JobPayloads } from "./promised.ts";
import { createShares } from "./shares.ts";

/** Longest sleep of a timer in Node: 2^31 - 1 ms. */
const SLEEP_MAXIMUM_MS = 2_147_483_647;
/** A job that failed through a fault of the service is tried again after 1 s, 2 s, 4 s and so on, up to this. */
const FAULT_DELAY_MAXIMUM_MS = 10 * 60_000;

/** After a process has died this many times while working on a job, the job is set aside. */
const CRASHES_MAXIMUM = 3;
const GIVEN_UP =
  `the process died ${CRASHES_MAXIMUM} times while working on this; ` +
  "`parley admin jobs` lists jobs that were set aside and can put them back";

/** The outcome of an attempt. */
interface Ending extends Outcome {
  /** The job is set aside, and no longer worked on. */
  readonly sets_aside?: boolean;
}

interface Wanted {
  readonly kind: JobKind;
  /** Due at this time or before; ISO 8601. */
  readonly now: string;
  /** Take at most this many. */
  readonly room: number;
  /** The jobs that this process works on, by id. */
  readonly running: readonly number[];
  /** The organizations that may not have another one. */
  readonly full: readonly string[];
}

/** Where a pool finds its jobs. */
export interface JobQueue {
  /** Takes due jobs that no process works on, oldest first. */
  take(db: Kysely<Database>, wanted: Wanted): Promise<Row<"job">[]>;
  /** When to look again if no added job is announced: a time in milliseconds, or infinity for never. */
  lookAgain(db: Kysely<Database>, wanted: Pick<Wanted, "kind" | "now">): Promise<number>;
}

export interface WorkerPool {
  /** There may be work, now or later. */
  wake(): void;
  /** A job was added that is due at this time; without one, now. */
  expect(due_at: Date | undefined): void;
  stop(): Promise<void>;
}

export type WorkerPools = ReadonlyMap<JobKind, WorkerPool>;

/** Starts a pool of workers for each kind of job. */
export function startPools<Service extends Store & Clock>(
  workers: JobWorkers<Service>,
  queue: JobQueue,
  service: Service,
  report: ReportFailure,
): WorkerPools {
  const isolation = createIsolation();
  const begin = <K extends JobKind>(kind: K) =>
    startPool(kind, workers[kind], queue, service, report, isolation);
  return new Map((Object.keys(workers) as JobKind[]).map((kind) => [kind, begin(kind)]));
}

/** Stops all pools. Resolves when nothing is running. */
export async function stopPools(pools: WorkerPools): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.stop()));
}

/** Works on the jobs of one kind: takes those that are due, oldest first, as many at a time as it has workers. */
function startPool<K extends JobKind, Service extends Store & Clock>(
  kind: K,
  { concurrency, isShared, run, giveUp }: JobWorker<K, Service>,
  queue: JobQueue,
  service: Service,
  report: ReportFailure,
  isolation: Isolation,
): WorkerPool {
  const running = new Map<number, Promise<void>>();
  const stopped = new AbortController();
  // Every running job may listen for the end.
  setMaxListeners(0, stopped.signal);
  const shares = isShared && createShares(concurrency);
  const alarm = createAlarm(service, wake);
  let taking: Promise<void> | undefined;
  let asked = false;
  /** There may be jobs due later without a timer. */
  let unknown = true;
  /** There may be due jobs that did not fit. */
  let left = false;
  /** Jobs whose last mark in the store is from an attempt of this process that has ended or is still running. */
  const marked = new Set<number>();
  /** Attempts in which a process died. */
  const crashesOf = ({ id, unfinished }: Row<"job">) => unfinished - (marked.has(id) ? 1 : 0);

  function wake(): void {
    unknown = true;
    look();
  }

  /** Looks for work. If called while it is looking, it looks once more afterwards. */
  function look(): void {
    if (stopped.signal.aborted) return;
    asked = true;
    taking ??= take().finally(() => {
      taking = undefined;
      if (asked) look();
    });
  }

  async function take(): Promise<void> {
    try {
      // A change that adds jobs keeps the embedded store's connection until it is on disk, so its jobs are found here.
      await service.db.connection().execute(async (connection) => {
        asked = false;
        const room = concurrency - running.size;
        const full = shares ? shares.full() : [];
        left = room <= 0;
        if (left) return;
        // A wake-up from here on may be about more than the queries will see.
        const wasUnknown = unknown;
        unknown = false;
        // Both queries use the same moment. Otherwise, a job that fell due between two moments would be found
        // by neither.
        const now = service.now().toISOString();
        // With shares, the next one may be somebody else's.
        const most = shares ? 1 : room;
        const wanted = { kind, now, room: most, running: [...running.keys()], full };
        const taken = await queue.take(connection, wanted);
        for (const job of taken) running.set(job.id, work(job));
        asked ||= taken.length === most && most < room;
        left = taken.length === most || full.length > 0;
        if (taken.length === most) unknown ||= wasUnknown;
        else if (wasUnknown) alarm.set(await queue.lookAgain(connection, { kind, now }));
      });
    } catch (error) {
      report(error, `job ${kind}`);
      // Requests that came while there was no connection wait too, so that an unreachable database is not
      // queried in a loop.
      asked = false;
      alarm.set(service.now().getTime() + 1000);
    }
  }

  async function work(job: Row<"job">): Promise<void> {
    // A job that was running when a process died now runs alone, so that only a job that kills its process is counted again.
    const giveBack = shares?.enter(job.organization_id);
    const leave = giveUp && (await isolation.enter(crashesOf(job) > 0));
    try {
      const outcome = await attempt(job);
      await settle(service, job, outcome, crashesOf(job));
      marked.delete(job.id);
      if (outcome.again_at) alarm.set(outcome.again_at.getTime());
    } catch (error) {
      // The store refused the change, so the job is still there unchanged.
      if (!stopped.signal.aborted) report(error, `job ${kind}`);
      else if (marked.has(job.id)) await unmark(service, job).catch((fault) => report(fault, `job ${kind}`));
      alarm.set(service.now().getTime() + 1000);
      return;
    } finally {
      leave?.();
      giveBack?.();
      running.delete(job.id);
    }
    if (left) look();
  }

  async function attempt(job: Row<"job">): Promise<Ending> {
    const payload: JobPayloads[K] = JSON.parse(job.payload);
    try {
      stopped.signal.throwIfAborted();
      if (giveUp && crashesOf(job) >= CRASHES_MAXIMUM)
        return { commit: await giveUp(payload, service, GIVEN_UP), sets_aside: true };
      if (giveUp && !marked.has(job.id)) {
        await mark(service, job);
        marked.add(job.id);
      }
      return await run(payload, service, {
        attempt: job.attempts + 1,
        signal: stopped.signal,
        traceparent: job.traceparent,
      });
    } catch (error) {
      if (stopped.signal.aborted) throw error;
      report(error, `job ${kind}`);
      const delay = Math.min(1000 * 2 ** Math.min(job.attempts, 30), FAULT_DELAY_MAXIMUM_MS);
      return { again_at: new Date(service.now().getTime() + delay) };
    }
  }

  wake();
  return {
    wake,
    expect: (due_at) => (due_at ? alarm.set(due_at.getTime()) : look()),
    async stop() {
      stopped.abort();
      alarm.off();
      await taking;
      await Promise.all(running.values());
    },
  };
}

/** Calls `ring` at the earliest of the times that it is set to, in milliseconds. */
function createAlarm(clock: Clock, ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let rings_at = Number.POSITIVE_INFINITY;
  let isOff = false;
  return {
    set(time: number): void {
      if (time >= rings_at || isOff) return;
      clearTimeout(timer);
      rings_at = time;
      const sleep = Math.min(Math.max(time - clock.now().getTime(), 0), SLEEP_MAXIMUM_MS);
      timer = setTimeout(() => {
        rings_at = Number.POSITIVE_INFINITY;
        ring();
      }, sleep);
      // The server keeps the process alive; waiting for next week's job must not.
      timer.unref();
    },
    off(): void {
      isOff = true;
      clearTimeout(timer);
    },
  };
}

/** Stores what an attempt has done, and what becomes of the job. */
const settle = ({ write, now }: Store & Clock, job: Row<"job">, ending: Ending, unfinished: number) => {
  const { commit, again_at, uncounted, unforced, sets_aside, about = commit ? undefined : [] } = ending;
  return write(
    async (transaction) => {
      await commit?.(transaction);
      const attempts = job.attempts + (uncounted ? 0 : 1);
      if (sets_aside) await change(transaction, job, { set_aside_at: now().toISOString() });
      else if (again_at)
        await change(transaction, job, { due_at: again_at.toISOString(), attempts, unfinished });
      else await remove(transaction, job);
    },
    { unforced, about },
  );
};

async function change(
  transaction: Kysely<Database>,
  job: Row<"job">,
  changes: Partial<Pick<Row<"job">, "due_at" | "attempts" | "unfinished" | "set_aside_at">>,
): Promise<void> {
  const changed = await transaction
    .updateTable("job")
    .set({ ...changes, worker: null })
    .where("id", "=", job.id)
    .where(HOLDER, "=", job.worker ?? NOBODY)
    .returning("id")
    .execute();
  requireHeld(job, changed);
}

/** Records in the store that an attempt begins. No fsync is needed: a dying process loses nothing. */
const mark = (service: Pick<Store, "write">, job: Row<"job">) => addUnfinished(service, job, 1);

/** Records that the attempt ended without a result. */
const unmark = (service: Pick<Store, "write">, job: Row<"job">) => addUnfinished(service, job, -1);

const addUnfinished = ({ write }: Pick<Store, "write">, job: Row<"job">, count: 1 | -1) =>
  write(
    async (transaction) => {
      const changed = await transaction
        .updateTable("job")
        .set((row) => ({ unfinished: row("unfinished", "+", count) }))
        .where("id", "=", job.id)
        .where(HOLDER, "=", job.worker ?? NOBODY)
        .returning("id")
        .execute();
      requireHeld(job, changed);
    },
    { unforced: true, about: [] },
  );

const deleteHeld = prepared((db, { id, holder }: { readonly id: number; readonly holder: number }) =>
  db.deleteFrom("job").where("id", "=", id).where(HOLDER, "=", holder).returning("id"),
);

async function remove(transaction: Kysely<Database>, job: Row<"job">): Promise<void> {
  requireHeld(job, await deleteHeld(transaction, { id: job.id, holder: job.worker ?? NOBODY }));
}

/** The number of an embedded store's only process; others count from 1. */
const NOBODY = 0;
const HOLDER = sql<number>`coalesce(${sql.ref("worker")}, ${sql.lit(NOBODY)})`;

/** A process that was presumed dead must not repeat what another has done since. */
function requireHeld({ kind, id }: Row<"job">, changed: readonly unknown[]): void {
  if (changed.length === 0)
    throw new Error(`another process has taken over job ${kind} ${id}; nothing was changed`);
}
