import type { Side } from "../conversation.ts";
import type { Interval } from "../timing/interval.ts";
import type { PlacedEntry } from "../timing/place-entries.ts";

/** Times of a transcript may be off by so much. */
const TOLERANCE_MS = 1000;
/** Shorter speech without words may be a cough, or a "mm" that nobody writes down. */
const MIN_SPEECH_MS = 1000;

/** Entries during which nothing is heard, and speech during which no entry has words. */
export const CONTRADICTIONS = ["silent_words", "unwritten_speech"] as const;

export type Contradiction = (typeof CONTRADICTIONS)[number];

/** Where the words of a side and its sound contradict each other. */
export type WordsAndSound = Readonly<Record<Contradiction, readonly Interval[]>>;

/** Compares when a side has words in the transcript with when it is heard. */
export function compareWordsWithSound(
  side: Side,
  entries: readonly PlacedEntry[],
  speech: readonly Interval[],
): WordsAndSound {
  const written = entries.filter((entry) => entry.side === side).map(spanOf);
  return {
    silent_words: written.filter((entry) => !speech.some(isNear(entry))),
    unwritten_speech: speech
      .filter(({ start_ms, end_ms }) => end_ms - start_ms >= MIN_SPEECH_MS)
      .filter((segment) => !written.some(isNear(segment)))
      .map(spanOf),
  };
}

const spanOf = ({ start_ms, end_ms }: Interval): Interval => ({ start_ms, end_ms });

const isNear = (interval: Interval) => (other: Interval) =>
  other.start_ms <= interval.end_ms + TOLERANCE_MS && other.end_ms >= interval.start_ms - TOLERANCE_MS;
