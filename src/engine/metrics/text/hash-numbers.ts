const INITIAL_SLOTS = 1024;

/** Gives hashes numbers: 0, 1, 2 … in the order in which they first occur. Much cheaper than a `Map`. */
export class HashNumbers {
  /** Slots of two, with linear probing: a hash, and its number plus one, which is 0 where the slot is free. */
  #table: Int32Array = new Int32Array(INITIAL_SLOTS * 2);
  #size = 0;

  /** The number of a hash, which is added where it is new. */
  numberOf(hash: number): number {
    const slot = slotOf(this.#table, hash);
    const known = this.#table[slot + 1] ?? 0;
    if (known > 0) return known - 1;
    this.#table[slot] = hash;
    this.#table[slot + 1] = ++this.#size;
    if (this.#size * 4 > this.#table.length) this.#table = grown(this.#table);
    return this.#size - 1;
  }
}

/** Where the slot begins that holds the hash, or the free one where it belongs. */
function slotOf(table: Int32Array, hash: number): number {
  const mask = table.length - 1;
  let slot = (hash << 1) & mask;
  while (table[slot + 1] !== 0 && table[slot] !== hash) slot = (slot + 2) & mask;
  return slot;
}

function grown(table: Int32Array): Int32Array {
  const larger = new Int32Array(table.length * 2);
  for (let from = 0; from < table.length; from += 2) {
    const [hash, number] = [table[from] ?? 0, table[from + 1] ?? 0];
    if (number === 0) continue;
    const slot = slotOf(larger, hash);
    larger[slot] = hash;
    larger[slot + 1] = number;
  }
  return larger;
}
