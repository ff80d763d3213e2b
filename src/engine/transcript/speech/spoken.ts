/**
 * What the answers of all speech-to-text services have in common: pieces of speech with a time and a speaker.
 */
import { joinEntries } from "../join.ts";
import type { Entry } from "../turn.ts";

/** Something said without a pause by one speaker. */
export interface Spoken {
  readonly start_ms: number;
  readonly end_ms: number;
  /** The service's own name for the speaker or channel. Undefined if it does not distinguish them. */
  readonly speaker: string | undefined;
  readonly text: string;
}

/** The answer format of a service, recognized only by its shape. */
export interface SpeechFormat {
  readonly name: string;
  /** What was said, in any order. Undefined for a value of another shape. */
  read(value: unknown): Spoken[] | undefined;
}

/**
 * Here, letters and numbers do not name a side as they do before lines: "A" is the first speaker, "C" the
 * third.
 */
const speakerName = (label: string) => (/^[a-z]?\d*$/i.test(label) ? `speaker ${label}` : label);

/** What was said as entries, in the order of time. */
export function toEntries(spoken: readonly Spoken[]): Entry[] {
  return spoken
    .map(({ start_ms, end_ms, speaker, text }) => ({
      start_offset_ms: Math.round(start_ms),
      end_offset_ms: Math.round(end_ms),
      speaker: speaker ? speakerName(speaker) : null,
      utterance: text.replace(/\s+/g, " ").trim(),
    }))
    .filter(({ utterance }) => utterance !== "")
    .sort((a, b) => a.start_offset_ms - b.start_offset_ms);
}

/** Joins words of one channel, in the order of time, until the speaker changes or there is a pause. */
export const joinWords = (words: readonly Spoken[]): Spoken[] =>
  joinEntries(
    words.map(({ start_ms, end_ms, speaker = null, text }) => ({
      start_offset_ms: start_ms,
      end_offset_ms: end_ms,
      speaker,
      utterance: text,
    })),
  ).map(({ start_offset_ms = 0, end_offset_ms = 0, speaker, utterance }) => ({
    start_ms: start_offset_ms,
    end_ms: end_offset_ms,
    speaker: speaker ?? undefined,
    text: utterance,
  }));
