/** How an item of bulk work can end. */
import { Failure } from "../../lib/failure.ts";
import type { End, Identity } from "./entries.ts";

export interface BulkItem extends Identity {
  /** The size of the recordings sent with it. Only a limited number of bytes is in flight at once. */
  readonly bytes?: number;
  /**
   * An idempotency key that is the same in every run. Without it, each run that starts the item creates one.
   */
  readonly idempotency_key?: string;
  /** The manifest that lists it, as a person names the file. */
  readonly file?: string;
  readonly line?: number;
}

/**
 * `skipped`: an earlier run has done it. `unknown`: sent, but its effect is unknown. `not_sent`: the run
 * stopped before it was sent.
 */
export type BulkOutcome = End["outcome"] | "skipped" | "not_sent";

export interface BulkResult<T extends BulkItem> extends Omit<End, "outcome"> {
  /** The index in the list of items. */
  readonly index: number;
  readonly item: T;
  readonly outcome: BulkOutcome;
}

/** The result of an attempt to send an item. */
export interface Attempt extends End {
  readonly failure?: Failure;
}

/**
 * An attempt that ended with an error. The outcome is unknown unless it is certain that the service did
 * nothing.
 */
export function attemptOf(error: unknown): Attempt {
  if (!(error instanceof Failure))
    return { outcome: "unknown", message: error instanceof Error ? error.message : String(error) };
  const { message, outcome } = error;
  if (outcome === "interrupted" || outcome === "terminated")
    return { outcome: "unknown", message: `${message} before the service answered`, failure: error };
  const unknown = error.options.unknown === true || wasAccepted(error);
  return { outcome: unknown ? "unknown" : "failed", message: describe(error), failure: error };
}

/** The service accepted the item, but its answer is unreadable. */
const wasAccepted = ({ options: { code, status = 200 } }: Failure) =>
  code === "unexpected_answer" && status >= 200 && status < 300;

/** One line, including the fields that a 422 names, or the status of a service that failed. */
function describe({ message, options: { details = [], status = 0 } }: Failure): string {
  const code = String(status);
  if (details.length === 0) return status < 500 || message.includes(code) ? message : `${message} (${code})`;
  return `${message}: ${details.map((detail) => `${detail.where}: ${detail.message}`).join("; ")}`;
}
