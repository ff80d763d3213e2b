import { Vocabulary } from "./vocabulary.ts";

/** Tolerance for products of the threshold with a length, which are not exact in binary. */
const EPSILON = 1e-9;

/**
 * Turns that were seen, found again by similar sets of words. Two sets can only reach the threshold when they share a
 * word among the few that any fixed order puts first in each (prefix filtering), so few turns are compared. Here the
 * newest words of the vocabulary are first, as those that other turns seldom have.
 */
export class SimilarityIndex {
  readonly #threshold: number;
  readonly #vocabulary = new Vocabulary();
  /** For each word, the last turn that has it; turns count from 1. */
  readonly #lastTurn: Int32Array;
  /** For each word, the turns that have it among their first. */
  readonly #byWord: (number[] | undefined)[];
  /** The words of all turns, each once a turn; those of turn `t` end where those of `t + 1` begin. */
  readonly #sets: Int32Array;
  readonly #begins = [0, 0];

  /** `words`: how many will be added at most. */
  constructor(threshold: number, words: number) {
    this.#threshold = threshold;
    this.#lastTurn = new Int32Array(words);
    this.#byWord = new Array<undefined>(words);
    this.#sets = new Int32Array(words);
  }

  /** Whether a turn that was added before has a Jaccard similarity with this one that reaches the threshold; adds it. */
  hasSimilarOrAdd(words: ArrayLike<number>): boolean {
    const turn = this.#add(words);
    let found = false;
    for (const word of this.#firstOf(turn)) {
      const candidates = this.#byWord[word];
      if (candidates === undefined) {
        this.#byWord[word] = [turn];
      } else {
        found ||= candidates.some((other) => this.#isSimilar(turn, other));
        candidates.push(turn);
      }
    }
    return found;
  }

  #add(words: ArrayLike<number>): number {
    const turn = this.#begins.length - 1;
    let end = this.#begins[turn] ?? 0;
    for (let at = 0; at < words.length; at++) {
      const word = this.#vocabulary.numberOf(words[at] ?? 0);
      if (this.#lastTurn[word] === turn) continue;
      this.#lastTurn[word] = turn;
      this.#sets[end++] = word;
    }
    this.#begins.push(end);
    return turn;
  }

  #sizeOf(turn: number): number {
    return (this.#begins[turn + 1] ?? 0) - (this.#begins[turn] ?? 0);
  }

  /** The words of a turn that come first in the fixed order. */
  #firstOf(turn: number): number[] {
    const size = this.#sizeOf(turn);
    const count = size - Math.ceil(this.#threshold * size - EPSILON) + 1;
    return highest(this.#sets, this.#begins[turn] ?? 0, this.#begins[turn + 1] ?? 0, count);
  }

  /** Whether |set ∩ other| / |set ∪ other| reaches the threshold; `turn` is the last one. */
  #isSimilar(turn: number, other: number): boolean {
    const [size, otherSize] = [this.#sizeOf(turn), this.#sizeOf(other)];
    if (Math.min(size, otherSize) < this.#threshold * Math.max(size, otherSize) - EPSILON) return false;
    let common = 0;
    const end = this.#begins[other + 1] ?? 0;
    for (let at = this.#begins[other] ?? 0; at < end; at++) {
      if (this.#lastTurn[this.#sets[at] ?? 0] === turn) common++;
    }
    return common >= this.#threshold * (size + otherSize - common) - EPSILON;
  }
}

/** Up to this length, insertion is several times faster than a sort. */
const INSERTION_LENGTH = 64;

/** The highest of the numbers from `begin` to `end` (exclusive), which all differ, in descending order. */
function highest(numbers: Int32Array, begin: number, end: number, count: number): number[] {
  if (end - begin > INSERTION_LENGTH) return [...numbers.slice(begin, end).sort().subarray(-count)].reverse();
  const kept: number[] = [];
  // New words come late in a turn: from its end, few numbers have to move.
  for (let from = end - 1; from >= begin; from--) {
    const number = numbers[from] ?? 0;
    let at = kept.length;
    if (at === count) {
      if (number < (kept[count - 1] ?? 0)) continue;
      at--;
    }
    for (; at > 0 && (kept[at - 1] ?? 0) < number; at--) kept[at] = kept[at - 1] ?? 0;
    kept[at] = number;
  }
  return kept;
}
