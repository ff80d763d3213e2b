import type { EndOutcome, JournalState } from "./entries.ts";

export interface StateSummary extends Readonly<Record<EndOutcome, number>> {
  /** The time of the last change, ISO 8601; null for a journal without entries. */
  readonly last_at: string | null;
}

/** Counts the items of a journal by their state. */
export function summarizeState(state: JournalState): StateSummary {
  const counts = { done: 0, failed: 0, unknown: 0 };
  let last_at: string | null = null;
  for (const { outcome, at } of state.values()) {
    counts[outcome]++;
    if (last_at === null || at > last_at) last_at = at;
  }
  return { ...counts, last_at };
}
