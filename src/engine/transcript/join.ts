import type { Entry } from "./turn.ts";

/** A silence of this length within one speaker's words begins a new entry. */
const PAUSE_MS = 1000;

/**
 * Joins words or cues of one channel, in the order of time, until the speaker changes or there is a pause.
 * Captions break sentences wherever a line is full.
 */
export function joinEntries(entries: readonly Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const { start_offset_ms: start = 0, end_offset_ms: end } = entry;
    if (last && last.speaker === entry.speaker && start - (last.end_offset_ms ?? start) < PAUSE_MS) {
      last.utterance = `${last.utterance} ${entry.utterance}`.trim();
      if (end !== undefined) last.end_offset_ms = Math.max(end, last.end_offset_ms ?? end);
    } else joined.push({ ...entry });
  }
  return joined;
}
