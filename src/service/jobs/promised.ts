/** Work that the service has promised to do: kept in the store, so that a service that was killed does it after a restart. */
import type { Kysely } from "kysely";
import type { Database } from "../store/schema.ts";

/**
 * The payload of each kind of job. It only names rows. The state of the rows when the job runs determines
 * what to do.
 */
export interface JobPayloads {
  deliver_webhook: { readonly delivery_id: string };
  evaluate_call: { readonly call_id: string };
  open_conversations: { readonly simulation_run_id: number };
  /** Due when the digital human has waited long enough. Does nothing if its turn has passed. */
  conversation_silence: { readonly simulation_result_id: number; readonly turn: number };
  /** Asks a model for the digital human's turn. */
  speak: { readonly simulation_result_id: number; readonly turn: number };
  /** Reads the state of the agent's system; then the conversation begins. */
  read_state: { readonly simulation_result_id: number };
  /** Calls the agent. The job lasts as long as the call. */
  place_call: { readonly simulation_result_id: number };
  /** Tells the agent that the call that it created is over. */
  tell_call_ended: { readonly simulation_result_id: number };
  evaluate_result: { readonly simulation_result_id: number };
  /** Does nothing if a row refers to the blob. */
  delete_blob: { readonly key: string };
  /** Does nothing if the schedule's next time has changed. */
  run_schedule: { readonly schedule_id: string; readonly due_at: string };
  /** Due when an alert may be over. */
  check_alert: { readonly alert_id: string };
  /** One permanent job for the whole store. */
  delete_expired: Readonly<Record<string, never>>;
}

export type JobKind = keyof JobPayloads;

/** Kinds whose workers are shared among organizations. Jobs of these kinds say whose share they take. */
export type SharedKind = "place_call";
type Shared<K extends JobKind> = K extends SharedKind
  ? { readonly organization_id: string }
  : { readonly organization_id?: never };

export type NewJob = {
  [K in JobKind]: { readonly kind: K; readonly payload: JobPayloads[K]; readonly due_at?: Date } & Shared<K>;
}[JobKind];

export interface PromiseJobs {
  /** Adds jobs within a change. They exist as soon as the change is on disk, and never if it fails. */
  add(transaction: Kysely<Database>, jobs: readonly NewJob[]): Promise<void>;
  /**
   * Wakes all workers of these kinds after the commit, because jobs were put back without their knowledge.
   */
  tell(transaction: Kysely<Database>, kinds: ReadonlySet<JobKind>): Promise<void>;
}

/** Where jobs are added. */
export interface Jobs {
  readonly jobs: PromiseJobs;
}
