import type { ConversationEvent } from "../conversation.ts";
import type { Warning } from "../metric-value.ts";
import { coveredLengths, type Interval, lengthOf, union } from "./interval.ts";
import type { PlacedEntry } from "./place-entries.ts";

/**
 * Sounds of the user that need no answer. If speech contains several, the first in this list counts
 * (τ-voice).
 */
const EFFECT_CLASSES = ["backchannel", "vocal_tic", "non_directed"] as const;

export type EffectClass = (typeof EFFECT_CLASSES)[number];

/**
 * The spans of each class, sorted and without overlaps within a class. Each span of a tag is a separate
 * effect.
 */
export type Effects = Readonly<Record<EffectClass, readonly Interval[]>>;

/** The class named by the tags of an event. Case, spaces, and hyphens are ignored. */
function classOf(event: ConversationEvent): EffectClass | undefined {
  const tags = (event.tags ?? []).map((tag) => tag.toLowerCase().replaceAll(/[\s-]/g, "_"));
  return EFFECT_CLASSES.find((name) => tags.includes(name));
}

/**
 * The effects of a conversation. The user's entries with `filler_utterance` are backchannels, and a tagged
 * event is what its tag says. An event without an end has no span, so it is reported and not used.
 */
export function findEffects(
  entries: readonly PlacedEntry[],
  events: readonly ConversationEvent[],
): { effects: Effects; warnings: Warning[] } {
  const spans: Record<EffectClass, Interval[]> = { backchannel: [], vocal_tic: [], non_directed: [] };
  for (const entry of entries) if (entry.side === "user" && entry.filler) spans.backchannel.push(entry);
  const spanless: number[] = [];
  events.forEach((event, index) => {
    const name = classOf(event);
    if (name === undefined) return;
    const [start_ms, end_ms] = [event.start_offset_ms ?? -1, event.end_offset_ms ?? -1];
    if (start_ms >= 0 && end_ms > start_ms) spans[name].push({ start_ms, end_ms });
    else spanless.push(index);
  });
  const effects = {
    backchannel: union(spans.backchannel),
    vocal_tic: joinOverlapping(spans.vocal_tic),
    non_directed: joinOverlapping(spans.non_directed),
  };
  const warnings: Warning[] = [];
  if (spanless.length > 0) {
    const message = "tagged events without a start and a later end: not used";
    warnings.push({ code: "event_without_span", indexes: spanless, message });
  }
  return { effects, warnings };
}

/**
 * Sorted spans, with overlapping ones joined. Spans that only touch stay separate, because they were recorded
 * separately.
 */
function joinOverlapping(spans: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { start_ms, end_ms } of spans.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const last = joined.at(-1);
    if (last === undefined || start_ms >= last.end_ms) joined.push({ start_ms, end_ms });
    else last.end_ms = Math.max(last.end_ms, end_ms);
  }
  return joined;
}

/** The user's segments that are addressed to the agent: effects cover less than half of them. */
export function directedSpeech(user: readonly Interval[], effects: Effects): readonly Interval[] {
  const all_effects = EFFECT_CLASSES.flatMap((name) => effects[name]);
  if (all_effects.length === 0) return user;
  const spans = union(all_effects);
  const covered = coveredLengths(user, spans);
  return user.filter((segment, index) => (covered[index] ?? 0) * 2 < lengthOf(segment));
}
