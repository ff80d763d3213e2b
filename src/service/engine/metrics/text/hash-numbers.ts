const INITIAL_SLOTS = 1024;

/** Gives hashes numbers: 0, 1, 2 … in the order in which they first occur. Much cheaper than a `Map`. */
export class HashNumbers {
  /** A table with linear probing: in each slot a hash, and its number plus one, or 0 where the slot is free. */
  #hashes = new Int32Array(INITIAL_SLOTS);
  #numbers = new Int32Array(INITIAL_SLOTS);
  #size = 0;

  /** The number of a hash, which is added where it is new. */
  numberOf(hash: number): number {
    const slot = this.#slotOf(hash);
    const known = this.#numbers[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#hashes[slot] = hash;
    this.#numbers[slot] = ++this.#size;
    if (this.#size * 2 > this.#numbers.length) this.#grow();
    return this.#size - 1;
  }

  /** The slot that holds the hash, or the free one where it belongs. */
  #slotOf(hash: number): number {
    const last = this.#numbers.length - 1;
    let slot = hash & last;
    while (this.#numbers[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Int32Array(hashes.length * 2);
    this.#numbers = new Int32Array(hashes.length * 2);
    hashes.forEach((hash, from) => {
      const number = numbers[from] ?? 0;
      if (number === 0) return;
      const slot = this.#slotOf(hash);
      this.#hashes[slot] = hash;
      this.#numbers[slot] = number;
    });
  }
}
