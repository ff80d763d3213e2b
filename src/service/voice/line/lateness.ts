/** Delays up to this are counted by millisecond. Longer ones count as this. */
const COUNTED_MS = 2000;

/** How late frames were sent. Counts by millisecond, so that an hour needs no more memory than a second. */
export class Lateness {
  readonly #counts = new Uint32Array(COUNTED_MS + 1);
  #frames = 0;
  #max = 0;

  add(late_ms: number): void {
    const late = Math.max(0, late_ms);
    const place = Math.min(COUNTED_MS, Math.floor(late));
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#frames++;
    this.#max = Math.max(this.#max, late);
  }

  get summary() {
    return {
      sent: this.#frames,
      late_p50_ms: this.#quantile(0.5),
      late_p99_ms: this.#quantile(0.99),
      late_max_ms: Math.round(this.#max * 10) / 10,
    };
  }

  /** The upper edge of the millisecond that contains the quantile. */
  #quantile(share: number): number {
    let seen = 0;
    for (let late = 0; late <= COUNTED_MS; late++) {
      seen += this.#counts[late] ?? 0;
      if (seen >= share * this.#frames && seen > 0) return late + 1;
    }
    return 0;
  }
}
