/**
 * Numbers words in the order in which they first occur, from 0.
 * A word is looked up where it stands in its text, so that only new words cost a string.
 */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #hashes: number[] = [];
  /** Open addressing; a slot holds a word's number plus one, 0 is free. */
  #slots = new Int32Array(1024);

  /** The number of the word `text[start, end)` that has this hash. */
  idOf(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return this.#add(text.slice(start, end), hash, slot);
      if (this.#hashes[id] === hash && isAt(this.words[id] ?? "", text, start, end)) return id;
      slot = (slot + 1) & mask;
    }
  }

  #add(word: string, hash: number, slot: number): number {
    const id = this.words.push(word) - 1;
    this.#hashes.push(hash);
    this.#slots[slot] = id + 1;
    if (this.words.length * 2 > this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    this.#hashes.forEach((hash, id) => {
      let slot = hash & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = id + 1;
    });
    this.#slots = slots;
  }
}

/** Whether `word` is `text[start, end)`; for words, faster than `startsWith`. */
function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
}
