import type { Side } from "../conversation.ts";
import type { SpokenTurn } from "./spoken-words.ts";

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

/** Tolerance for products of the threshold with a length, which are not exact in binary. */
const EPSILON = 1e-9;

/** Turns that were seen, found again by their whole sequence of words. */
class SequenceIndex {
  readonly #byHash = new Map<number, (readonly number[])[]>();

  /** Whether the sequence was added before; adds it when not. */
  hasOrAdd(words: readonly number[]): boolean {
    let hash = words.length;
    for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
    const seen = this.#byHash.get(hash);
    if (seen === undefined) {
      this.#byHash.set(hash, [words]);
      return false;
    }
    if (
      seen.some((other) => other.length === words.length && other.every((word, at) => word === words[at]))
    ) {
      return true;
    }
    seen.push(words);
    return false;
  }
}

/**
 * Turns that were seen, found again by similar sets of words. Two sets can only reach the threshold when they share a
 * word among the few that any fixed order puts first in each (prefix filtering); the order is "latest introduced
 * first", so that those are rare words, and comparing every turn with every other is avoided.
 */
class SimilarityIndex {
  readonly #sets: Int32Array[] = [];
  readonly #byWord = new Map<number, number[]>();

  hasSimilarOrAdd(words: readonly number[]): boolean {
    const set = Int32Array.from(new Set(words)).sort().reverse();
    const prefix = set.subarray(0, set.length - Math.ceil(REPETITION_THRESHOLD * set.length - EPSILON) + 1);
    const found = this.#hasSimilar(set, prefix);
    const index = this.#sets.push(set) - 1;
    for (const word of prefix) {
      const turns = this.#byWord.get(word);
      if (turns === undefined) this.#byWord.set(word, [index]);
      else turns.push(index);
    }
    return found;
  }

  #hasSimilar(set: Int32Array, prefix: Int32Array): boolean {
    for (const word of prefix) {
      for (const candidate of this.#byWord.get(word) ?? []) {
        const other = this.#sets[candidate];
        if (other !== undefined && isSimilar(set, other)) return true;
      }
    }
    return false;
  }
}

/** Whether |a ∩ b| / |a ∪ b| reaches the threshold; both sets are in descending order. */
function isSimilar(a: Int32Array, b: Int32Array): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length < REPETITION_THRESHOLD * longer.length - EPSILON) return false;
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left, right] = [a[i] ?? 0, b[j] ?? 0];
    if (left === right) common++;
    if (left >= right) i++;
    if (right >= left) j++;
  }
  return common >= REPETITION_THRESHOLD * (a.length + b.length - common) - EPSILON;
}

/** Finds the turns of a side that repeat an earlier one. */
export function findRepetitions(turns: readonly SpokenTurn[], side: Side): Repetitions {
  const sequences = new SequenceIndex();
  const similar = new SimilarityIndex();
  const repeated: TurnReference[] = [];
  const exact: TurnReference[] = [];
  let compared = 0;
  for (const turn of turns) {
    if (turn.side !== side || turn.words.length < REPETITION_MIN_WORDS) continue;
    compared++;
    const reference = { entry: turn.entry };
    if (sequences.hasOrAdd(turn.words)) {
      exact.push(reference);
      repeated.push(reference);
    } else if (similar.hasSimilarOrAdd(turn.words)) {
      repeated.push(reference);
    }
  }
  return { compared, repeated, exact };
}
