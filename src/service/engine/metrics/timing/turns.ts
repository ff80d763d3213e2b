import type { Side } from "../conversation.ts";
import type { Interval } from "./interval.ts";

/** A maximal run of items of one side: the items `from` (inclusive) to `to` (exclusive). */
export interface Run {
  side: Side;
  from: number;
  to: number;
}

/** Cuts a list into runs of one side. */
export function runsBySide(items: readonly { side: Side }[]): Run[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  let at = 0;
  for (const { side } of items) {
    if (open === undefined || open.side !== side) {
      open = { side, from: at, to: at };
      runs.push(open);
    }
    open.to = ++at;
  }
  return runs;
}

/** The span of every run, from its first start to its last end; `items` are sorted by start. */
export function turnSpans(items: readonly (Interval & { side: Side })[]): Record<Side, Interval[]> {
  const spans: Record<Side, Interval[]> = { agent: [], user: [] };
  let open: Interval | undefined;
  let speaker: Side | undefined;
  for (const { side, start_ms, end_ms } of items) {
    if (open === undefined || side !== speaker) {
      open = { start_ms, end_ms };
      speaker = side;
      spans[side].push(open);
    } else if (end_ms > open.end_ms) {
      open.end_ms = end_ms;
    }
  }
  return spans;
}
