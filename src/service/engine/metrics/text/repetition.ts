import type { Side } from "../conversation.ts";
import { SimilarityIndex } from "./similarity-index.ts";

/** A turn repeats an earlier one from this Jaccard similarity of their sets of words. */
export const REPETITION_THRESHOLD = 0.8;

/** Shorter turns ("Yes, of course.") may be said again; they are not compared. */
export const REPETITION_MIN_WORDS = 4;

/** A turn with the hashes of its words. `entry`: the index in the transcript of its first entry. */
interface WordsOfTurn {
  side: Side;
  entry: number;
  words: Words;
}

type Words = ArrayLike<number>;

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

/** Turns that were seen, found again by their whole sequence of words. */
class SequenceIndex {
  readonly #byHash = new Map<number, Words>();

  /** Whether the sequence was added before; adds it when not. */
  hasOrAdd(words: Words): boolean {
    let hash = words.length;
    for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ (words[at] ?? 0), 0x01000193);
    for (;;) {
      const seen = this.#byHash.get(hash);
      if (seen === undefined) break;
      if (isSameSequence(seen, words)) return true;
      hash = (hash + 1) | 0;
    }
    this.#byHash.set(hash, words);
    return false;
  }
}

function isSameSequence(a: Words, b: Words): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Finds the turns of a side that repeat an earlier one. */
export function findRepetitions(turns: readonly WordsOfTurn[], side: Side): Repetitions {
  const compared = turns.filter((turn) => turn.side === side && turn.words.length >= REPETITION_MIN_WORDS);
  const sequences = new SequenceIndex();
  const similar = new SimilarityIndex(
    REPETITION_THRESHOLD,
    compared.reduce((total, { words }) => total + words.length, 0),
  );
  const repeated: TurnReference[] = [];
  const exact: TurnReference[] = [];
  for (const { entry, words } of compared) {
    if (sequences.hasOrAdd(words)) {
      exact.push({ entry });
      repeated.push({ entry });
    } else if (similar.hasSimilarOrAdd(words)) {
      repeated.push({ entry });
    }
  }
  return { compared: compared.length, repeated, exact };
}
