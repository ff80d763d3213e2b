import { KEYS_OF_TONES, TONES_OF_COLUMNS, TONES_OF_ROWS } from "./keys.ts";
import { FULL_SCALE } from "./pcm.ts";

/** Sound is looked at in windows of 20 ms, every 5 ms. */
const WINDOWS_A_SECOND = 50;
const STEPS_OF_A_WINDOW = 4;
/** A key sounds in this many windows in a row: 40 ms. */
const LEAST_WINDOWS = 5;
/** After this many windows without it, the key has been released: 30 ms. */
const RELEASED_WINDOWS = 6;
/** Quieter sound is not a key: 45 dB below full scale. */
const LEAST_RMS = FULL_SCALE * 10 ** (-45 / 20);
/** How much of all sound the two tones of a key are. Speech and music have more than two. */
const LEAST_SHARE = 0.75;
/** How much louder one tone may be than the other: 8 dB. */
const TWIST = 10 ** (8 / 10);
/** How much louder each tone is than any other of its group: 8 dB. */
const LEAD = 10 ** (8 / 10);

/** Hears in a sound, of any usual sample rate, which keys of a telephone are pressed. */
export class KeyDetector {
  readonly #hop: number;
  readonly #window: Float64Array;
  readonly #rows: readonly number[];
  readonly #columns: readonly number[];
  /** Samples of the window that have come. */
  #filled = 0;
  #key: string | null = null;
  #windows = 0;
  #held: string | null = null;
  #without = 0;

  constructor(rate_hz: number) {
    const length = Math.round(rate_hz / WINDOWS_A_SECOND);
    this.#window = new Float64Array(length);
    this.#hop = Math.round(length / STEPS_OF_A_WINDOW);
    const coefficient = (hz: number) => 2 * Math.cos((2 * Math.PI * hz) / rate_hz);
    this.#rows = TONES_OF_ROWS.map(coefficient);
    this.#columns = TONES_OF_COLUMNS.map(coefficient);
  }

  /** Takes the next samples. Returns the keys that are heard in them, each once, as soon as it has sounded for 40 ms. */
  push(samples: ArrayLike<number>): string[] {
    const heard: string[] = [];
    for (let at = 0; at < samples.length; at++) {
      this.#window[this.#filled++] = samples[at] ?? 0;
      if (this.#filled < this.#window.length) continue;
      const key = this.#next(this.#keyIn());
      if (key !== null) heard.push(key);
      this.#window.copyWithin(0, this.#hop);
      this.#filled = this.#window.length - this.#hop;
    }
    return heard;
  }

  /** Counts a window. Returns the key that is now heard for the first time. */
  #next(key: string | null): string | null {
    this.#windows = key !== null && key === this.#key ? this.#windows + 1 : 1;
    this.#key = key;
    this.#without = key !== null && key === this.#held ? 0 : this.#without + 1;
    if (this.#without >= RELEASED_WINDOWS) this.#held = null;
    if (key === null || key === this.#held || this.#windows < LEAST_WINDOWS) return null;
    this.#held = key;
    this.#without = 0;
    return key;
  }

  #keyIn(): string | null {
    let energy = 0;
    for (const sample of this.#window) energy += sample * sample;
    const { length } = this.#window;
    if (energy < length * LEAST_RMS ** 2) return null;
    const row = loudest(this.#rows.map((coefficient) => this.#powerAt(coefficient)));
    const column = loudest(this.#columns.map((coefficient) => this.#powerAt(coefficient)));
    if (!row.leads || !column.leads) return null;
    if (row.power > TWIST * column.power || column.power > TWIST * row.power) return null;
    // A tone with all the energy of a window has half its length times that energy as power.
    const share = (2 * (row.power + column.power)) / (length * energy);
    return share < LEAST_SHARE ? null : (KEYS_OF_TONES[row.place]?.[column.place] ?? null);
  }

  /** The power at a frequency (Goertzel). */
  #powerAt(coefficient: number): number {
    let one = 0;
    let two = 0;
    for (const sample of this.#window) {
      const next = sample + coefficient * one - two;
      two = one;
      one = next;
    }
    return one * one + two * two - coefficient * one * two;
  }
}

/** The loudest of several tones, and whether it is much louder than the others. */
function loudest(powers: readonly number[]) {
  const power = Math.max(...powers);
  const place = powers.indexOf(power);
  return { power, place, leads: powers.every((other, at) => at === place || power > LEAD * other) };
}
