import { type Kysely, sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { JobKind } from "../jobs/promised.ts";
import type { OnRequest } from "../report.ts";
import type { Database } from "../store/schema.ts";

/** The outcome of an attempt to deliver a webhook; `retried` is tried again. */
export type DeliveryOutcome = "delivered" | "retried" | "failed";

/** What a process counts and measures. */
export interface Metrics {
  readonly request: OnRequest;
  delivery(outcome: DeliveryOutcome): void;
  /** Counts and times a job. `isDone`: it need not run again. */
  job<T>(kind: JobKind, run: () => Promise<T>, isDone: (outcome: T) => boolean): Promise<T>;
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>;
  readonly content_type: string;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** What is counted and measured, each under the name that a monitoring system knows. */
const instruments = (registers: Registry[]) => ({
  requests: new Counter({
    name: "parley_http_requests_total",
    help: "Requests answered.",
    labelNames: ["method", "route", "status"],
    registers,
  }),
  request_seconds: new Histogram({
    name: "parley_http_request_duration_seconds",
    help: "Time from the arrival of a request to its answer.",
    labelNames: ["method", "route"],
    buckets: REQUEST_SECONDS,
    registers,
  }),
  deliveries: new Counter({
    name: "parley_webhook_attempts_total",
    help: "Attempts to deliver a webhook; one that is retried is tried again later.",
    labelNames: ["outcome"],
    registers,
  }),
  jobs: new Counter({
    name: "parley_jobs_total",
    help: "Jobs that this process has worked on, by outcome: done, again (will run again as planned) or failed.",
    labelNames: ["kind", "outcome"],
    registers,
  }),
  job_seconds: new Histogram({
    name: "parley_job_duration_seconds",
    help: "Time that this process spent working on a job.",
    labelNames: ["kind"],
    buckets: JOB_SECONDS,
    registers,
  }),
  running: new Gauge({
    name: "parley_jobs_running",
    help: "Jobs that this process is working on.",
    labelNames: ["kind"],
    registers,
  }),
  waiting: new Gauge({
    name: "parley_jobs_waiting",
    help: "Jobs in the store that are due and that no process is working on; the same in every process.",
    labelNames: ["kind"],
    registers,
  }),
  oldest: new Gauge({
    name: "parley_jobs_oldest_seconds",
    help: "How long the oldest job in the store has been due without being done; the same in every process.",
    labelNames: ["kind"],
    registers,
  }),
});

/** Metrics of one service, in a registry of their own, with those of its process. */
export function createMetrics(
  store: { readonly db: Kysely<Database>; now(): Date },
  kinds: readonly JobKind[],
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { requests, request_seconds, deliveries, jobs, job_seconds, running, waiting, oldest } = instruments([
    registry,
  ]);
  for (const kind of kinds) running.set({ kind }, 0);
  const atWork = new Map<string, number>();

  async function readStore(): Promise<void> {
    waiting.reset();
    oldest.reset();
    const now = store.now();
    const due_jobs = await dueJobs(store.db, now);
    for (const kind of kinds) {
      waiting.set({ kind }, 0);
      oldest.set({ kind }, 0);
    }
    for (const { kind, due, taken, since } of due_jobs) {
      // The embedded store does not record which jobs are taken; its only process knows.
      const worked = Math.max(Number(taken), atWork.get(kind) ?? 0);
      waiting.set({ kind }, Math.max(0, Number(due) - worked));
      if (since !== null) oldest.set({ kind }, Math.max(0, now.getTime() - Date.parse(since)) / 1000);
    }
  }

  const work = (kind: string, change: number) => {
    const count = (atWork.get(kind) ?? 0) + change;
    atWork.set(kind, count);
    running.set({ kind }, count);
  };

  return {
    request({ method, route, status, ms }) {
      requests.inc({ method, route, status });
      request_seconds.observe({ method, route }, ms / 1000);
    },
    delivery: (outcome) => deliveries.inc({ outcome }),
    async job(kind, run, isDone) {
      const stop = job_seconds.startTimer({ kind });
      work(kind, 1);
      try {
        const outcome = await run();
        jobs.inc({ kind, outcome: isDone(outcome) ? "done" : "again" });
        return outcome;
      } catch (error) {
        jobs.inc({ kind, outcome: "failed" });
        throw error;
      } finally {
        work(kind, -1);
        stop();
      }
    },
    async text() {
      // If the store does not answer, only the metrics that come from it are left out.
      await readStore().catch(() => undefined);
      return registry.metrics();
    },
    content_type: registry.contentType,
  };
}

/** Jobs that are due, by kind; `since`: when the first of them was both promised and due. */
const dueJobs = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom("job")
    .select(({ fn }) => [
      "kind",
      fn.countAll<number>().as("due"),
      fn.count<number>("worker").as("taken"),
      sql<string | null>`min(case when due_at > added_at then due_at else added_at end)`.as("since"),
    ])
    .where("due_at", "<=", now.toISOString())
    .where("set_aside_at", "is", null)
    .groupBy("kind")
    .execute();
