import type { Interval } from "./interval.ts";

/** Speech that starts while the other side speaks, from its start until the other side stops. */
export type Interruption = Interval;

/**
 * A function that finds the span containing the millisecond `at`. The spans must be sorted without overlaps,
 * and `at` must not decrease from call to call.
 */
export function spanFinder(spans: readonly Interval[]): (at: number) => Interval | undefined {
  let next = 0;
  return (at) => {
    while ((spans[next]?.start_ms ?? Number.POSITIVE_INFINITY) <= at) next++;
    const last = spans[next - 1];
    return last !== undefined && last.end_ms > at ? last : undefined;
  };
}

/**
 * When one side starts to speak while the other speaks. This includes the millisecond in which the other
 * starts: if both start together, each interrupts the other. Both lists must be sorted without overlaps.
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
