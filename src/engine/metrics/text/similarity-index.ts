import { HashNumbers } from "./hash-numbers.ts";
import type { WordSpan } from "./spoken-words.ts";

/** Tolerance for products of the threshold with a length, which are not exact in binary. */
const EPSILON = 1e-9;

/**
 * Turns that were seen, found again by similar sets of words. Two sets can only reach the threshold when they share a
 * word among the few that any fixed order puts first in each (prefix filtering), so few turns are compared. Here the
 * words that occurred latest for the first time are first, as those that other turns seldom have.
 */
export class SimilarityIndex {
  readonly #threshold: number;
  readonly #hashes: Int32Array;
  readonly #numbers = new HashNumbers();
  /** For each word, the last turn that has it; turns count from 1. */
  readonly #lastTurn: Int32Array;
  /** The words of all turns, each once a turn, in ascending order; those of turn `t` end where those of `t + 1` begin. */
  readonly #sets: Int32Array;
  readonly #begins = [0, 0];
  /** The turns that have a word among their first, as linked lists: each word's last item, each item's turn and the item before. */
  readonly #lastItem: Int32Array;
  readonly #turnOf: Int32Array;
  readonly #itemBefore: Int32Array;
  #items = 0;

  /** `hashes`: those of the words of all turns. `words`: how many will be added at most. */
  constructor(threshold: number, hashes: Int32Array, words: number) {
    this.#threshold = threshold;
    this.#hashes = hashes;
    this.#lastTurn = new Int32Array(words);
    this.#sets = new Int32Array(words);
    this.#lastItem = new Int32Array(words);
    this.#turnOf = new Int32Array(words + 1);
    this.#itemBefore = new Int32Array(words + 1);
  }

  /** Whether a turn that was added before has a Jaccard similarity with this one that reaches the threshold; adds it. */
  hasSimilarOrAdd(span: WordSpan): boolean {
    const turn = this.#add(span);
    const size = this.#sizeOf(turn);
    const end = this.#begins[turn + 1] ?? 0;
    const first = size - Math.ceil(this.#threshold * size - EPSILON) + 1;
    let found = false;
    for (let at = end - first; at < end; at++) {
      const word = this.#sets[at] ?? 0;
      found ||= this.#isSimilarToOne(turn, word);
      this.#addItem(turn, word);
    }
    return found;
  }

  #add({ begin, end }: WordSpan): number {
    const turn = this.#begins.length - 1;
    const from = this.#begins[turn] ?? 0;
    let to = from;
    for (let at = begin; at < end; at++) {
      const word = this.#numbers.numberOf(this.#hashes[at] ?? 0);
      if (this.#lastTurn[word] === turn) continue;
      this.#lastTurn[word] = turn;
      this.#sets[to++] = word;
    }
    sortAscending(this.#sets, from, to);
    this.#begins.push(to);
    return turn;
  }

  #sizeOf(turn: number): number {
    return (this.#begins[turn + 1] ?? 0) - (this.#begins[turn] ?? 0);
  }

  /** Whether the turn is similar to one of those that have the word among their first. */
  #isSimilarToOne(turn: number, word: number): boolean {
    for (let item = this.#lastItem[word] ?? 0; item > 0; item = this.#itemBefore[item] ?? 0) {
      if (this.#isSimilar(turn, this.#turnOf[item] ?? 0)) return true;
    }
    return false;
  }

  #addItem(turn: number, word: number): void {
    const item = ++this.#items;
    this.#turnOf[item] = turn;
    this.#itemBefore[item] = this.#lastItem[word] ?? 0;
    this.#lastItem[word] = item;
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

/** Up to this length, insertion is several times faster than the engine's sort. */
const INSERTION_LENGTH = 64;

/** Sorts the numbers from `begin` to `end` (exclusive). New words come late in a turn: few numbers have to move. */
function sortAscending(numbers: Int32Array, begin: number, end: number): void {
  if (end - begin > INSERTION_LENGTH) {
    numbers.subarray(begin, end).sort();
    return;
  }
  for (let from = begin + 1; from < end; from++) {
    const number = numbers[from] ?? 0;
    let at = from;
    for (; at > begin && (numbers[at - 1] ?? 0) > number; at--) numbers[at] = numbers[at - 1] ?? 0;
    numbers[at] = number;
  }
}
