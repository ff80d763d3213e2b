import type { History } from "./history.ts";

/** A run of samples that stay the same, or nearly so. In samples. */
export interface Run {
  start: number;
  end: number;
  value: number;
}

/** Samples this close to the first one of a stretch do not move: two steps of 16 bits. */
const STILL = 2 / 32768;

/** Finds stretches without any movement, and flat tops: samples that are exactly equal to the one before. */
export class RunFinder {
  readonly #history: History;
  readonly #onFlat: (run: Run) => void;
  readonly #onStill: (run: Run) => void;
  readonly #minStill: number;
  #flatStart = 0;
  #stillStart = 0;
  #stillValue = 0;

  constructor(
    history: History,
    minStill: number,
    { flat, still }: { flat: (run: Run) => void; still: (run: Run) => void },
  ) {
    this.#history = history;
    this.#minStill = minStill;
    this.#onFlat = flat;
    this.#onStill = still;
  }

  /** The last sample of the history. */
  add(): void {
    const last = this.#history.count - 1;
    const sample = this.#history.at(last);
    const before = this.#history.at(last - 1);
    if (sample !== before) {
      if (last - this.#flatStart >= 2) this.#onFlat({ start: this.#flatStart, end: last, value: before });
      this.#flatStart = last;
    }
    if (last === 0) this.#stillValue = sample;
    else if (Math.abs(sample - this.#stillValue) > STILL) {
      this.#endStill(last);
      this.#stillStart = last;
      this.#stillValue = sample;
    }
  }

  end(): void {
    this.#endStill(this.#history.count);
  }

  #endStill(end: number): void {
    if (end - this.#stillStart < this.#minStill) return;
    this.#onStill({ start: this.#stillStart, end, value: this.#stillValue });
  }
}
