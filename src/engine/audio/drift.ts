import type { Interval } from "../metrics/timing/interval.ts";
import { quantile } from "../metrics/timing/statistics.ts";

/** How far one side's transcript is from its speech in the recording. Positive if the transcript is late. */
export interface Drift {
  /** How many onsets were compared. */
  n: number;
  /** Intervals of the transcript without a speech segment to compare them with. */
  unmatched: number;
  median_ms: number | null;
  /** The difference with the largest magnitude, with its sign. */
  max_ms: number | null;
}

/**
 * Compares when each interval of a side's transcript begins with when its detected speech begins. Each
 * interval is compared with the first speech segment that overlaps it and no earlier interval. Both lists are
 * sorted, and their intervals do not overlap.
 */
export function measureDrift(transcript: readonly Interval[], speech: readonly Interval[]): Drift {
  const differences: number[] = [];
  let next = 0;
  for (const { start_ms, end_ms } of transcript) {
    while ((speech[next]?.end_ms ?? Number.POSITIVE_INFINITY) <= start_ms) next++;
    const segment = speech[next];
    if (segment === undefined || segment.start_ms >= end_ms) continue;
    differences.push(start_ms - segment.start_ms);
    next++;
  }
  const sorted = differences.toSorted((a, b) => a - b);
  const [low, high] = [sorted[0] ?? null, sorted.at(-1) ?? null];
  return {
    n: differences.length,
    unmatched: transcript.length - differences.length,
    median_ms: quantile(sorted, 0.5),
    max_ms: low === null || high === null || high >= -low ? high : low,
  };
}
