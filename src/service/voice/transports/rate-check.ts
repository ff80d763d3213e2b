/** How many messages must look alike before their rate is judged: one and a half seconds of 20 ms. It is judged twice. */
const ALIKE = 75;
/** After a pause of this length, counting starts over. */
const PAUSE_MS = 250;
/** Usual intervals of real-time audio, in milliseconds. */
const SPACINGS = [10, 20, 30, 40, 50, 60, 80, 100, 200];
const TOLERANCE = 0.04;
/** Rates that are often sent instead of 16 kHz by mistake. */
const WRONG_HZ = [8000, 22_050, 24_000, 32_000, 44_100, 48_000];

/**
 * Finds out whether the other side sends audio at the wrong sample rate: messages of the same size arrive at
 * regular intervals, but with more or fewer samples than fit into them. Whole sentences sent at once have
 * neither regular intervals nor the same size. A busy machine can slow one run of messages down to a usual
 * interval, so the
 * same wrong rate must show twice, and no other between. An irregular run says nothing.
 */
export class RateCheck {
  #size = 0;
  #count = 0;
  #since_ms = 0;
  #last_ms = 0;
  #suspected: number | undefined;

  /** Counts the next message. Returns the apparent rate in Hz if it is a wrong one. */
  add(samples: number, now_ms: number): number | undefined {
    const pause = now_ms - this.#last_ms;
    this.#last_ms = now_ms;
    if (samples !== this.#size || pause > PAUSE_MS) {
      this.#size = samples;
      this.#count = 0;
      this.#since_ms = now_ms;
      return undefined;
    }
    this.#count++;
    if (this.#count < ALIKE) return undefined;
    const spacing = (now_ms - this.#since_ms) / this.#count;
    this.#count = 0;
    this.#since_ms = now_ms;
    const regular = SPACINGS.find((usual) => Math.abs(spacing / usual - 1) < TOLERANCE);
    if (regular === undefined) return undefined;
    const rate = (samples * 1000) / regular;
    const earlier = this.#suspected;
    this.#suspected = WRONG_HZ.find((wrong) => Math.abs(rate / wrong - 1) < TOLERANCE);
    return this.#suspected === earlier ? earlier : undefined;
  }
}
