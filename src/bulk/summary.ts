import type { BulkItem, BulkResult } from "./outcome.ts";

export interface Summary {
  readonly total: number;
  readonly done: number;
  /** Done by an earlier run. */
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
  /** Left because the run stopped. */
  readonly not_sent: number;
}

/** Counts how items ended. */
export function summarize(results: readonly BulkResult<BulkItem>[]): Summary {
  const summary = { total: results.length, done: 0, skipped: 0, failed: 0, unknown: 0, not_sent: 0 };
  for (const { outcome } of results) summary[outcome]++;
  return summary;
}
