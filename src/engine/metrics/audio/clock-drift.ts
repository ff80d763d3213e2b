import type { Side } from "../conversation.ts";
import type { Interval } from "../timing/interval.ts";
import type { PlacedEntry } from "../timing/place-entries.ts";
import { quantile } from "../timing/statistics.ts";

/** A start of the transcript belongs to a start of speech that is at most so far away. */
const NEAR_MS = 2000;
/** Fewer pairs, or pairs within a shorter time, say nothing about clocks. */
const MIN_PAIRS = 10;
const MIN_SPAN_MS = 60_000;
/** More pairs are thinned out evenly, so that the slopes between them stay few. */
const MAX_PAIRS = 200;
/** The drift is sure if it is so many times its standard error, and adds up to so much. */
const ERRORS = 5;
const MIN_DRIFT_MS = 150;

/** How a side's times in the transcript run away from its speech. */
export interface ClockDrift {
  /** Parts per million by which the transcript's clock is faster; 0 if no drift is sure. */
  ppm: number;
  /** How many starts of entries were compared with starts of speech. */
  n: number;
}

interface Pair {
  heard_ms: number;
  late_ms: number;
}

/**
 * Measures whether the times of a side's entries run away from its speech at a constant rate. `entries` and `speech` are
 * sorted. Null if there are too few pairs to tell.
 */
export function clockDrift(
  side: Side,
  entries: readonly PlacedEntry[],
  speech: readonly Interval[],
): ClockDrift | null {
  const pairs = pairsOf(
    entries.filter((entry) => entry.side === side),
    speech,
  );
  const spanOf = ([first, last]: [Pair | undefined, Pair | undefined]) =>
    (last?.heard_ms ?? 0) - (first?.heard_ms ?? 0);
  const span = spanOf([pairs[0], pairs.at(-1)]);
  if (pairs.length < MIN_PAIRS || span < MIN_SPAN_MS) return null;
  const kept = thinned(pairs);
  const slope = slopeOf(kept);
  const half = kept.length >> 1;
  const halves = [slopeOf(kept.slice(0, half)), slopeOf(kept.slice(half))];
  const isSteady = halves.every((half) => half / slope > 0.5 && half / slope < 2);
  const isSure = Math.abs(slope) >= ERRORS * errorOf(kept, slope) && Math.abs(slope) * span >= MIN_DRIFT_MS;
  return { ppm: isSure && isSteady ? slope * 1e6 : 0, n: pairs.length };
}

/** Each start of an entry with the nearest start of speech, each of which belongs to one entry. */
function pairsOf(entries: readonly Interval[], speech: readonly Interval[]): Pair[] {
  const pairs: Pair[] = [];
  let next = 0;
  for (const { start_ms } of entries) {
    const off = (at: number) => Math.abs((speech[at]?.start_ms ?? Number.POSITIVE_INFINITY) - start_ms);
    while (next + 1 < speech.length && off(next + 1) <= off(next)) next++;
    const segment = speech[next];
    if (segment === undefined) break;
    if (off(next) > NEAR_MS) continue;
    pairs.push({ heard_ms: segment.start_ms, late_ms: start_ms - segment.start_ms });
    next++;
  }
  return pairs;
}

const thinned = (pairs: readonly Pair[]): Pair[] => {
  const step = Math.max(1, pairs.length / MAX_PAIRS);
  return Array.from(
    { length: Math.min(pairs.length, MAX_PAIRS) },
    (_, at) => pairs[Math.floor(at * step)],
  ).filter((pair) => pair !== undefined);
};

/** The median of the slopes between all pairs of points (Theil and Sen). */
function slopeOf(pairs: readonly Pair[]): number {
  const slopes = pairs.flatMap((pair, at) =>
    pairs
      .slice(at + 1)
      .filter((other) => other.heard_ms > pair.heard_ms)
      .map((other) => (other.late_ms - pair.late_ms) / (other.heard_ms - pair.heard_ms)),
  );
  return medianOf(slopes);
}

/** The standard error of a slope. */
function errorOf(pairs: readonly Pair[], slope: number): number {
  const levels = pairs.map(({ heard_ms, late_ms }) => late_ms - slope * heard_ms);
  const heard = pairs.map(({ heard_ms }) => heard_ms);
  return Math.sqrt(squaresOf(levels) / (pairs.length - 2) / squaresOf(heard));
}

/** The sum of the squared differences from the mean. */
function squaresOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

const medianOf = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  ) ?? 0;
