/** The half-open span `[start_ms, end_ms)`, in whole milliseconds from the start of the call. */
export interface Interval {
  start_ms: number;
  end_ms: number;
}

/**
 * Adds a span to a sorted list without overlaps. No span of the list may start later. Touching spans are
 * joined.
 */
export function append(merged: Interval[], { start_ms, end_ms }: Interval): void {
  const last = merged[merged.length - 1];
  if (last === undefined || start_ms > last.end_ms) merged.push({ start_ms, end_ms });
  else if (end_ms > last.end_ms) last.end_ms = end_ms;
}

/** The union of the spans, sorted and without overlaps. Spans that touch are joined. */
export function union(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const span of [...intervals].sort((a, b) => a.start_ms - b.start_ms)) append(merged, span);
  return merged;
}

/**
 * Visits every overlap of a span of `left` with a span of `right`, in order. Both lists must be sorted
 * without overlaps, as `union` returns them.
 */
function eachOverlap(
  left: readonly Interval[],
  right: readonly Interval[],
  visit: (index: number, start_ms: number, end_ms: number) => void,
): void {
  let at = 0;
  for (let index = 0; index < left.length; index++) {
    const span = left[index];
    if (span === undefined) break;
    for (let other = right[at]; other !== undefined && other.start_ms < span.end_ms; other = right[at]) {
      const start_ms = Math.max(span.start_ms, other.start_ms);
      const end_ms = Math.min(span.end_ms, other.end_ms);
      if (start_ms < end_ms) visit(index, start_ms, end_ms);
      if (other.end_ms > span.end_ms) break;
      at++;
    }
  }
}

/** The overlaps of both lists. Both must be sorted without overlaps. */
export function intersection(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  eachOverlap(left, right, (_, start_ms, end_ms) => common.push({ start_ms, end_ms }));
  return common;
}

/** For every span of `left`, how much of it `right` covers, in ms. Both must be sorted without overlaps. */
export function coveredLengths(left: readonly Interval[], right: readonly Interval[]): number[] {
  const covered = left.map(() => 0);
  eachOverlap(left, right, (index, start_ms, end_ms) => {
    covered[index] = (covered[index] ?? 0) + end_ms - start_ms;
  });
  return covered;
}

/** The parts of `left` that no span of `right` covers. Both must be sorted without overlaps. */
export function difference(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const rest: Interval[] = [];
  let at = 0;
  for (const { start_ms, end_ms } of left) {
    let from = start_ms;
    while ((right[at]?.end_ms ?? Number.POSITIVE_INFINITY) <= from) at++;
    for (let next = at; from < end_ms; next++) {
      const covered = right[next];
      const until = Math.min(covered?.start_ms ?? end_ms, end_ms);
      if (from < until) rest.push({ start_ms: from, end_ms: until });
      from = covered?.end_ms ?? end_ms;
    }
  }
  return rest;
}

/**
 * The gaps between spans, from the first start to the last end. The spans must be sorted by start, and may
 * overlap.
 */
export function gaps(intervals: readonly Interval[]): Interval[] {
  const holes: Interval[] = [];
  let covered = intervals[0]?.end_ms ?? 0;
  for (const { start_ms, end_ms } of intervals) {
    if (start_ms > covered) holes.push({ start_ms: covered, end_ms: start_ms });
    if (end_ms > covered) covered = end_ms;
  }
  return holes;
}

export function lengthOf(interval: Interval): number {
  return interval.end_ms - interval.start_ms;
}

export function totalLength(intervals: readonly Interval[]): number {
  let total = 0;
  for (const interval of intervals) total += lengthOf(interval);
  return total;
}

/** The lengths in ascending order, ms. */
export function sortedLengths(intervals: readonly Interval[]): Float64Array {
  const lengths = new Float64Array(intervals.length);
  let at = 0;
  for (const interval of intervals) lengths[at++] = lengthOf(interval);
  return lengths.sort();
}

/** The longest span, or the first of several longest ones. */
export function longest(intervals: readonly Interval[]): Interval | undefined {
  let best: Interval | undefined;
  for (const interval of intervals) {
    if (best === undefined || lengthOf(interval) > lengthOf(best)) best = interval;
  }
  return best;
}
