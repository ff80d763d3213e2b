import type { Side } from "../conversation.ts";
import { append, gaps, type Interval, intersection, totalLength } from "./interval.ts";
import { type TurnSpans, turnSpans } from "./turns.ts";

/**
 * Who spoke when, computed once for all timing metrics. Spans are sorted without overlaps unless stated
 * otherwise.
 */
export interface Timeline {
  /** The speech of each side. */
  agent: readonly Interval[];
  user: readonly Interval[];
  /** Both sides speak. */
  overlaps: readonly Interval[];
  /** Neither side speaks, between the first and the last speech. */
  silences: readonly Interval[];
  /** Maximal runs of one side. Turns of different sides may overlap. */
  turns: Readonly<Record<Side, TurnSpans>>;
  talk_ms: Readonly<Record<Side, number>>;
  /** The first start and the last end of speech. */
  start_ms: number;
  end_ms: number;
}

/** The timeline of items sorted by start, or null if there is no speech. */
export function buildTimeline(items: readonly (Interval & { side: Side })[]): Timeline | null {
  const agent: Interval[] = [];
  const user: Interval[] = [];
  for (const item of items) append(item.side === "agent" ? agent : user, item);
  const first = items[0];
  if (first === undefined) return null;
  return {
    agent,
    user,
    overlaps: intersection(agent, user),
    silences: gaps(items),
    turns: turnSpans(items),
    talk_ms: { agent: totalLength(agent), user: totalLength(user) },
    start_ms: first.start_ms,
    end_ms: Math.max(agent.at(-1)?.end_ms ?? 0, user.at(-1)?.end_ms ?? 0),
  };
}

/** Speech segments of both sides as one list, sorted by start. */
export function itemsOfSegments(segments: { agent: readonly Interval[]; user: readonly Interval[] }) {
  const items: (Interval & { side: Side })[] = [];
  for (const { start_ms, end_ms } of segments.agent) items.push({ start_ms, end_ms, side: "agent" });
  for (const { start_ms, end_ms } of segments.user) items.push({ start_ms, end_ms, side: "user" });
  return items.sort((a, b) => a.start_ms - b.start_ms);
}
