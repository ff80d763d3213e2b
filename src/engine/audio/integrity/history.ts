/** The last samples of a channel, by their number from the start of the recording. */
export class History {
  readonly #samples: Float32Array;
  readonly #mask: number;
  /** How many samples have arrived. The last one is `count - 1`. */
  count = 0;

  /** Keeps at least `length` samples. */
  constructor(length: number) {
    const size = 2 ** Math.ceil(Math.log2(length + 1));
    this.#samples = new Float32Array(size);
    this.#mask = size - 1;
  }

  get length(): number {
    return this.#mask;
  }

  push(sample: number): void {
    this.#samples[this.count++ & this.#mask] = sample;
  }

  /** The sample with a number, which must be among the last ones. Before the recording there is silence. */
  at(number: number): number {
    return number < 0 ? 0 : (this.#samples[number & this.#mask] ?? 0);
  }

  /** The root mean square of the samples from `start` to before `end`. */
  rms(start: number, end: number): number {
    let squares = 0;
    let sum = 0;
    for (let at = start; at < end; at++) {
      const sample = this.at(at);
      sum += sample;
      squares += sample * sample;
    }
    const length = Math.max(1, end - start);
    return Math.sqrt(Math.max(0, squares / length - (sum / length) ** 2));
  }
}
