import type { Side } from "../conversation.ts";
import { SequenceIndex } from "./sequence-index.ts";
import { SimilarityIndex } from "./similarity-index.ts";
import { type SpokenWords, wordsIn } from "./spoken-words.ts";

/** A turn repeats an earlier one from this Jaccard similarity of their sets of words. */
export const REPETITION_THRESHOLD = 0.8;

/** Shorter turns ("Yes, of course.") may be said again; they are not compared. */
export const REPETITION_MIN_WORDS = 4;

/** A turn as the transcript index of its first entry. */
type TurnReference = { entry: number };

export interface Repetitions {
  /** How many turns were compared. */
  compared: number;
  /** Turns similar to an earlier turn, exact duplicates included. */
  repeated: readonly TurnReference[];
  /** Turns with the words of an earlier turn in the same order. */
  exact: readonly TurnReference[];
}

/** Finds the turns of a side that repeat an earlier one. */
export function findRepetitions({ turns, count, hashes }: SpokenWords, side: Side): Repetitions {
  const sequences = new SequenceIndex(hashes);
  const similar = new SimilarityIndex(REPETITION_THRESHOLD, hashes, count[side]);
  const repeated: TurnReference[] = [];
  const exact: TurnReference[] = [];
  let compared = 0;
  for (const turn of turns) {
    if (turn.side !== side || wordsIn(turn) < REPETITION_MIN_WORDS) continue;
    compared++;
    if (sequences.hasOrAdd(turn)) {
      exact.push({ entry: turn.entry });
      repeated.push({ entry: turn.entry });
    } else if (similar.hasSimilarOrAdd(turn)) {
      repeated.push({ entry: turn.entry });
    }
  }
  return { compared, repeated, exact };
}
