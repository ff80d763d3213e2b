import type { BulkItem, BulkResult } from "./outcome.ts";

export interface Summary {
  readonly total: number;
  readonly done: number;
  /** Done by an earlier run. */
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
  /** Not sent, because the run stopped. */
  readonly not_sent: number;
}

/** Counts the outcomes of items. */
export function summarize(results: readonly BulkResult<BulkItem>[]): Summary {
  const summary = { total: results.length, done: 0, skipped: 0, failed: 0, unknown: 0, not_sent: 0 };
  for (const { outcome } of results) summary[outcome]++;
  return summary;
}

/** The same as text for a person: "12 done, 3 done before". */
export function inWords({ done, skipped, failed, unknown, not_sent }: Summary): string {
  const counts = [
    [done, "done"],
    [skipped, "done before"],
    [failed, "failed"],
    [unknown, "unknown"],
    [not_sent, "not sent"],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.join(", ") || "nothing to send";
}
