/** The calls in the log of another platform, before they are stored. */

import type { LargeSubmission, StoredSubmission } from "../submissions/submission.ts";
import type { Fault } from "../validation/fault.ts";

/** A log as it was sent. */
export interface SentLog {
  /** JSON that has passed a `BodyScan`. */
  readonly bytes: Uint8Array;
  /** The platform that the log should be from. */
  readonly vendor: string;
  /** The agent of every call in the log. If absent, each call names its own. */
  readonly agent_id: number | undefined;
  /** When it arrived: the start of a call whose log does not say it. */
  readonly arrived_at: string;
}

/** Finds agents by the names that the platform uses for them. */
export type FindAgents = (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** A finished call, checked, with its idempotency key. */
export interface ImportedCall<S = LargeSubmission> {
  readonly idempotency_key: string;
  readonly submission: S;
}

/** The finished calls in a log. If the body has faults, the first ones, and how many more there are. */
export type ReadLog<S = LargeSubmission> =
  | { readonly calls: readonly ImportedCall<S>[] }
  | { readonly faults: readonly Fault[]; readonly more: number };

export type StoredLog = ReadLog<StoredSubmission>;

/** Adds a function that redacts a call, which may take as long as reading it. */
export function redactedBy(
  read: StoredLog,
  redact: (stored: StoredSubmission) => Promise<StoredSubmission>,
): ReadLog {
  if ("faults" in read) return read;
  return {
    calls: read.calls.map(({ idempotency_key, submission: stored }) => ({
      idempotency_key,
      submission: { stored, redacted: () => redact(stored) },
    })),
  };
}

/** Reads large logs without blocking other work. */
export interface LogThread {
  /** @throws Refused (400) if it is not a log of that platform, or if a call in it is not valid */
  readLog(log: SentLog, findAgents: FindAgents): Promise<ReadLog>;
}
