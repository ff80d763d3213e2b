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
    if (seen?.some((other) => isSameSequence(other, words))) return true;
    if (seen === undefined) this.#byHash.set(hash, [words]);
    else seen.push(words);
    return false;
  }
}

function isSameSequence(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at]);
}

/**
 * Turns that were seen, found again by similar sets of words. Two sets can only reach the threshold when they share a
 * word among the few that any fixed order puts first in each (prefix filtering), so few turns are compared.
 */
class SimilarityIndex {
  /** For each word, the sets that have it in their prefix. */
  readonly #byWord = new Map<number, (readonly number[])[]>();

  hasSimilarOrAdd(words: readonly number[]): boolean {
    const set = descendingSet(words);
    const prefixLength = set.length - Math.ceil(REPETITION_THRESHOLD * set.length - EPSILON) + 1;
    let found = false;
    for (let at = 0; at < prefixLength; at++) {
      const word = set[at] ?? 0;
      const candidates = this.#byWord.get(word);
      if (candidates === undefined) {
        this.#byWord.set(word, [set]);
      } else {
        found ||= candidates.some((other) => isSimilar(set, other));
        candidates.push(set);
      }
    }
    return found;
  }
}

/** Up to this length, insertion is several times faster than a set and a sort. */
const INSERTION_LENGTH = 64;

/** The distinct numbers in descending order. */
function descendingSet(words: readonly number[]): number[] {
  if (words.length > INSERTION_LENGTH) return [...new Set(words)].sort((a, b) => b - a);
  const set: number[] = [];
  for (const word of words) {
    let at = set.length;
    while (at > 0 && (set[at - 1] ?? 0) < word) at--;
    if (set[at - 1] === word) continue;
    for (let moved = set.length; moved > at; moved--) set[moved] = set[moved - 1] ?? 0;
    set[at] = word;
  }
  return set;
}

/** Whether |a ∩ b| / |a ∪ b| reaches the threshold; both sets are in descending order. */
function isSimilar(a: readonly number[], b: readonly number[]): boolean {
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
