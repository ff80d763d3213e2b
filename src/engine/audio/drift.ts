import type { Interval } from "../metrics/timing/interval.ts";
import { quantile } from "../metrics/timing/statistics.ts";

/** How far the transcript of a side lies from its speech in the recording. Positive: the transcript is late. */
export interface Drift {
  /** How many onsets were compared. */
  n: number;
  /** Stretches of the transcript in which the recording has no speech that begins there. */
  unmatched: number;
  median_ms: number | null;
  /** The difference of the largest magnitude. */
  max_ms: number | null;
}

/**
 * Compares the onsets of a side's transcript with those of its found speech: each stretch of the transcript with the
 * first segment of speech that overlaps it and none before it. Both lists are disjoint and sorted.
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
