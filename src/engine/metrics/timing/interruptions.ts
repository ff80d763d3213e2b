import type { Interval } from "./interval.ts";

/** Speech that starts while the other side speaks: from that start to where the other side stops. */
export type Interruption = Interval;

/** The span of a disjoint, sorted list that holds the millisecond `at`, for ascending values of `at`. */
export function spanFinder(spans: readonly Interval[]): (at: number) => Interval | undefined {
  let next = 0;
  return (at) => {
    while ((spans[next]?.start_ms ?? Number.POSITIVE_INFINITY) <= at) next++;
    const last = spans[next - 1];
    return last !== undefined && last.end_ms > at ? last : undefined;
  };
}

/**
 * Where a side starts to speak while the other speaks, which includes the millisecond in which the other starts: of two
 * that start together, each interrupts the other. Both lists are disjoint and sorted.
 */
export function findInterruptions(
  speaker: readonly Interval[],
  interrupted: readonly Interval[],
): Interruption[] {
  const spanAt = spanFinder(interrupted);
  const interruptions: Interruption[] = [];
  for (const { start_ms } of speaker) {
    const span = spanAt(start_ms);
    if (span !== undefined) interruptions.push({ start_ms, end_ms: span.end_ms });
  }
  return interruptions;
}
