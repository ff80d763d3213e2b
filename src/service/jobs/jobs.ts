/** How promised work is carried out. */
import type { Kysely } from "kysely";
import type { Service } from "../handler.ts";
import type { ReportFailure } from "../report.ts";
import type { Database } from "../store/schema.ts";
import type { JobKind, JobPayloads, PromiseJobs } from "./promised.ts";

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
export type JobHandler<K extends JobKind> = (
  payload: JobPayloads[K],
  service: Service,
  attempt: Attempt,
) => Promise<Outcome>;

export interface JobLane<K extends JobKind> {
  /** How many jobs of the kind run side by side. */
  readonly concurrency: number;
  readonly run: JobHandler<K>;
  /**
   * For kinds of work that may kill the process. Called if a job was running too often when a process died.
   * Returns the change to make when the job is set aside. For kinds without this function, attempts are not
   * counted when they begin, which saves a write each.
   * @param reason for people
   */
  readonly giveUp?: (payload: JobPayloads[K], service: Service, reason: string) => Promise<Change>;
}

/** One lane for each kind of job; a missing one does not compile. */
export type JobLanes = { readonly [K in JobKind]: JobLane<K> };

export interface Jobs extends PromiseJobs {
  /** Starts working on due jobs. Returns a function that stops: it resolves when nothing is running. */
  start(service: Service, lanes: JobLanes, report: ReportFailure): () => Promise<void>;
}
