import type { Side } from "../conversation.ts";
import { type Interval, lengthOf } from "./interval.ts";

/** Turns are maximal runs of entries of one side. */
export interface TurnCounts {
  turns: number;
  /** Turns of the user that are followed by a turn of the agent. */
  exchanges: number;
}

/** Counts the turns of entries, in the order given. */
export function countTurns(entries: readonly { side: Side }[]): TurnCounts {
  let turns = 0;
  let exchanges = 0;
  let last: Side | undefined;
  for (const { side } of entries) {
    if (side === last) continue;
    turns++;
    if (last === "user") exchanges++;
    last = side;
  }
  return { turns, exchanges };
}

/** How many of the turns belong to a side. Sides alternate, so each has every second one. */
export function turnsOf(side: Side, turns: readonly { side: Side }[]): number {
  const half = turns.length / 2;
  return turns[0]?.side === side ? Math.ceil(half) : Math.floor(half);
}

/** When a side has its turns. A turn lasts from its first start to its last end. */
export interface TurnSpans {
  count: number;
  /** The longest turn, or the first of several longest ones. */
  longest: Interval | undefined;
}

/** The turns of both sides. `items` must be sorted by start. */
export function turnSpans(items: readonly (Interval & { side: Side })[]): Readonly<Record<Side, TurnSpans>> {
  const spans: Record<Side, TurnSpans> = {
    agent: { count: 0, longest: undefined },
    user: { count: 0, longest: undefined },
  };
  let at = 0;
  for (let first = items[at]; first !== undefined; first = items[at]) {
    const { side, start_ms } = first;
    let end_ms = first.end_ms;
    for (let next = items[++at]; next?.side === side; next = items[++at]) {
      end_ms = Math.max(end_ms, next.end_ms);
    }
    const turns = spans[side];
    turns.count++;
    if (turns.longest === undefined || end_ms - start_ms > lengthOf(turns.longest)) {
      turns.longest = { start_ms, end_ms };
    }
  }
  return spans;
}
