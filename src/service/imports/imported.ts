/** The calls in the log of another platform, on their way to the store. */
import type { Fault } from "../http/fault.ts";
import type { LargeSubmission, StoredSubmission } from "../submissions/submission.ts";

/** A log as it was sent. */
export interface SentLog {
  /** JSON that a `BodyScan` has let pass. */
  readonly bytes: Uint8Array;
  /** Whose log it is to be. */
  readonly vendor: string;
  /** The agent of every call in it; if absent, each call names its own. */
  readonly agent_id: number | undefined;
}

/** Finds agents by the names that the platform has for them. */
export type FindAgents = (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** A finished call, checked, with the key under which it is stored once. */
export interface ImportedCall<S = LargeSubmission> {
  readonly idempotency_key: string;
  readonly submission: S;
}

/** The finished calls in a log, or the first faults of the body and how many more there are. */
export type ReadLog<S = LargeSubmission> =
  | { readonly calls: readonly ImportedCall<S>[] }
  | { readonly faults: readonly Fault[]; readonly more: number };

export type StoredLog = ReadLog<StoredSubmission>;

/** Adds how a call is redacted, which may take as long as reading it. */
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

/** Reads large logs, so that nobody else waits meanwhile. */
export interface LogThread {
  /** @throws Refused (400) if it is not a log of that platform, or if a call in it does not fit */
  readLog(log: SentLog, findAgents: FindAgents): Promise<ReadLog>;
}
