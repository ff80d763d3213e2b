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
  items.forEach(({ side }, index) => {
    if (open?.side === side) {
      open.to = index + 1;
    } else {
      open = { side, from: index, to: index + 1 };
      runs.push(open);
    }
  });
  return runs;
}

/** The span of every run, from its first start to its last end; `items` are sorted by start. */
export function turnSpans(items: readonly (Interval & { side: Side })[]): Record<Side, Interval[]> {
  const spans: Record<Side, Interval[]> = { agent: [], user: [] };
  for (const { side, from, to } of runsBySide(items)) {
    const span = { start_ms: Number.POSITIVE_INFINITY, end_ms: 0 };
    for (const { start_ms, end_ms } of items.slice(from, to)) {
      span.start_ms = Math.min(span.start_ms, start_ms);
      span.end_ms = Math.max(span.end_ms, end_ms);
    }
    spans[side].push(span);
  }
  return spans;
}
