import { type Side, sideOf, type TranscriptEntry } from "../conversation.ts";
import type { Interval } from "./interval.ts";
import { placeEntries } from "./place-entries.ts";
import { buildTimeline } from "./timeline.ts";

/** When each side speaks according to the transcript, or null if a speaker or an offset is missing. */
export function transcriptSpeech(
  transcript: readonly TranscriptEntry[],
): Readonly<Record<Side, readonly Interval[]>> | null {
  const sides = transcript.flatMap(({ speaker }) => sideOf(speaker) ?? []);
  if (sides.length < transcript.length) return null;
  const { entries } = placeEntries(transcript, sides);
  return entries === null ? null : buildTimeline(entries);
}
