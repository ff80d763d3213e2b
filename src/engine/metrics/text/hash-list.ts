const INITIAL_CAPACITY = 4096;

/** A list of hashes of 32 bits. It takes half of the memory of an array, and is copied less often as it grows. */
export class HashList {
  length = 0;
  #items = new Int32Array(INITIAL_CAPACITY);

  push(hash: number): void {
    if (this.length === this.#items.length) {
      const full = this.#items;
      this.#items = new Int32Array(full.length * 2);
      this.#items.set(full);
    }
    this.#items[this.length++] = hash;
  }

  /** What has been added, without a copy; what is added later is not in it. */
  view(): Int32Array {
    return this.#items.subarray(0, this.length);
  }
}
