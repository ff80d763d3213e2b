/** How promised work is carried out. */
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { ReportFailure } from "../report.ts";
import type { Database } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import type { JobKind, JobPayloads, PromiseJobs, SharedKind } from "./promised.ts";

export interface Attempt {
  /** 1 the first time. */
  readonly attempt: number;
  /** Aborts when the service stops; the job then runs again at the next start. */
  readonly signal: AbortSignal;
  /** The trace in which the job was promised. */
  readonly traceparent?: string | null;
}

type Change = (transaction: Kysely<Database>) => Promise<void>;

export interface Outcome {
  /** The changes of the job, in one transaction with its removal: both are on disk, or neither. */
  readonly commit?: Change;
  /** The job stays and runs again at this time. */
  readonly again_at?: Date;
  /** See `WriteOptions`: what `commit` decides about. Nothing else is needed for the removal of the job. */
  readonly about?: readonly string[];
  /** See `WriteOptions`: if the change is lost, so is the removal of the job, which then runs again. */
  readonly unforced?: boolean;
  /** This does not count as an attempt. */
  readonly uncounted?: boolean;
}

/**
 * Does one job. It may run again after a crash, so it looks at the state it finds and does nothing if the work is
 * already done. If it throws, the failure is reported and the job runs again later.
 */
export type JobHandler<K extends JobKind, Needs> = (
  payload: JobPayloads[K],
  service: Needs,
  attempt: Attempt,
) => Promise<Outcome>;

/** What does the jobs of one kind. `Needs` is the part of the service that it works with. */
export interface JobWorker<K extends JobKind, Needs> {
  /** How many jobs of the kind run side by side. */
  readonly concurrency: number;
  readonly run: JobHandler<K, Needs>;
  /** No organization may keep others from these workers; see `createShares`. */
  readonly isShared?: K extends SharedKind ? true : never;
  /**
   * For kinds of work that may kill the process. Called if a job was running too often when a process died.
   * Returns the change to make when the job is set aside. For kinds without this function, attempts are not
   * counted when they begin, which saves a write each.
   * @param reason for people
   */
  readonly giveUp?: (payload: JobPayloads[K], service: Needs, reason: string) => Promise<Change>;
}

/** One worker for each kind of job; a missing one does not compile. */
export type JobWorkers<Service> = { readonly [K in JobKind]: JobWorker<K, Service> };

export interface JobQueues extends PromiseJobs {
  /** Starts working on due jobs. Returns a function that stops: it resolves when nothing is running. */
  start<Service extends Store & Clock>(
    service: Service,
    workers: JobWorkers<Service>,
    report: ReportFailure,
  ): () => Promise<void>;
}
