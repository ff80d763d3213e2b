/** How an item of bulk work can end. */
import { Failure } from "../failure.ts";
import type { End, Identity } from "./entries.ts";

export interface BulkItem extends Identity {
  /** Bytes of the recordings sent with it: only a limited number is in flight at once. */
  readonly bytes?: number;
  /** The key that it has in every run; without one, each run that starts it creates one. */
  readonly idempotency_key?: string;
  /** The manifest that lists it, as a person names the file. */
  readonly file?: string;
  readonly line?: number;
}

/**
 * `skipped`: an earlier run has done it. `unknown`: sent, and nothing is known of its effect.
 * `not_sent`: the run stopped before.
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

/** An attempt that ended with an error. Unknown unless it is certain that the service did nothing. */
export function attemptOf(error: unknown): Attempt {
  if (!(error instanceof Failure))
    return { outcome: "unknown", message: error instanceof Error ? error.message : String(error) };
  const { message, outcome } = error;
  if (outcome === "interrupted" || outcome === "terminated")
    return { outcome: "unknown", message: `${message} before the service answered`, failure: error };
  const unknown = error.options.unknown === true || wasAccepted(error);
  return { outcome: unknown ? "unknown" : "failed", message: describe(error), failure: error };
}

/** The service accepted it, but its answer is unreadable. */
const wasAccepted = ({ options: { code, status = 200 } }: Failure) =>
  code === "unexpected_answer" && status >= 200 && status < 300;

/** One line, with the fields that a 422 names. */
function describe({ message, options: { details = [] } }: Failure): string {
  if (details.length === 0) return message;
  return `${message}: ${details.map((detail) => `${detail.where}: ${detail.message}`).join("; ")}`;
}
