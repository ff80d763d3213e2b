import { HashNumbers } from "./hash-numbers.ts";
import { type WordSpan, wordsIn } from "./spoken-words.ts";

/** Turns that were seen, found again by their whole sequence of words. */
export class SequenceIndex {
  readonly #hashes: Int32Array;
  readonly #numbers = new HashNumbers();
  /** What was added, by the number of its hash. */
  readonly #spans: WordSpan[] = [];

  /** `hashes`: those of the words of all turns. */
  constructor(hashes: Int32Array) {
    this.#hashes = hashes;
  }

  /** Whether the same words in the same order were added before; adds them when not. */
  hasOrAdd(span: WordSpan): boolean {
    let hash = wordsIn(span);
    for (let at = span.begin; at < span.end; at++) {
      hash = Math.imul(hash ^ (this.#hashes[at] ?? 0), 0x01000193);
    }
    // Another sequence may have the same hash: each tries the next one.
    for (; ; hash = (hash + 1) | 0) {
      const seen = this.#spans[this.#numbers.numberOf(hash)];
      if (seen === undefined) break;
      if (this.#isSame(seen, span)) return true;
    }
    this.#spans.push(span);
    return false;
  }

  #isSame(a: WordSpan, b: WordSpan): boolean {
    const length = wordsIn(a);
    if (length !== wordsIn(b)) return false;
    for (let at = 0; at < length; at++) {
      if (this.#hashes[a.begin + at] !== this.#hashes[b.begin + at]) return false;
    }
    return true;
  }
}
