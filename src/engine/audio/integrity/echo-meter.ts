import type { Interval } from "../../metrics/timing/interval.ts";
import { Fft } from "./fft.ts";

/** Echo is looked for at about this rate, which keeps all of a telephone's band. */
const RATE = 8000;
/** Half a second of a source is looked for in the second that begins with it. */
const BLOCK = 4096;
/** A block without this power has no sound to come back. */
const AUDIBLE = 10 ** (-50 / 10);
/** The correlation of whitened signals: chance stays below 0.07. */
const SURE = 0.12;
/** Blocks whose delays differ by less than this are one echo, in samples. */
const SAME = 4;
/** How many blocks must agree. */
const MIN_BLOCKS = 2;

/** The other side comes back on a channel. */
export interface Echo {
  /** How long after it was said. */
  delay_ms: number;
  /** The blocks in which it was heard. */
  blocks: Interval[];
}

/** A block and a lag in one number: an hour of echo has thousands. */
const packed = (block: number, lag: number) => block * BLOCK + lag;
const blockOf = (peak: number) => Math.floor(peak / BLOCK);
const lagOf = (peak: number) => peak % BLOCK;

/**
 * Looks for each of two channels in the other one, up to half a second later: in blocks of half a second, by the
 * generalized cross-correlation with phase transform (Knapp and Carter, 1976).
 */
export class EchoMeter {
  readonly #fft = new Fft(2 * BLOCK);
  readonly #step: number;
  readonly #rate: number;
  readonly #signals = [new Float64Array(2 * BLOCK), new Float64Array(2 * BLOCK)] as const;
  readonly #work = Array.from({ length: 4 }, () => new Float64Array(2 * BLOCK)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  readonly #peaks: [number[], number[]] = [[], []];
  readonly #sums = [0, 0];
  #taken = 0;
  #filled = 0;
  #block = 0;

  constructor(sampleRate: number) {
    this.#step = Math.max(1, Math.floor(sampleRate / RATE));
    this.#rate = sampleRate / this.#step;
  }

  add(left: Float32Array, right: Float32Array): void {
    for (let at = 0; at < left.length; at++) {
      this.#sums[0] = (this.#sums[0] as number) + (left[at] ?? 0);
      this.#sums[1] = (this.#sums[1] as number) + (right[at] ?? 0);
      if (++this.#taken < this.#step) continue;
      this.#taken = 0;
      this.#signals[0][this.#filled] = (this.#sums[0] as number) / this.#step;
      this.#signals[1][this.#filled] = (this.#sums[1] as number) / this.#step;
      this.#sums.fill(0);
      if (++this.#filled === 2 * BLOCK) this.#look();
    }
  }

  /** The echo on each channel, or null. */
  echoes(): readonly [Echo | null, Echo | null] {
    for (const signal of this.#signals) signal.fill(0, this.#filled);
    if (this.#filled > 0) this.#look();
    return [this.#echoIn(0), this.#echoIn(1)];
  }

  #look(): void {
    for (const heard of [0, 1] as const) {
      const lag = this.#lagOf(this.#signals[1 - heard] as Float64Array, this.#signals[heard]);
      if (lag !== null) this.#peaks[heard].push(packed(this.#block, lag));
    }
    for (const signal of this.#signals) signal.copyWithin(0, BLOCK);
    this.#filled = Math.max(0, this.#filled - BLOCK);
    this.#block++;
  }

  /** How many samples later the first half of `source` is in `heard`, if it surely is. */
  #lagOf(source: Float64Array, heard: Float64Array): number | null {
    const [real, imaginary, r, i] = this.#work;
    // An offset that both have is not an echo.
    center(source, BLOCK, real);
    center(heard, 2 * BLOCK, imaginary);
    const power = powerOf(real);
    if (power < AUDIBLE || power < powerOf(imaginary) || powerOf(imaginary) === 0) return null;
    this.#fft.forward(real, imaginary);
    const size = 2 * BLOCK;
    for (let at = 0; at < size; at++) {
      const mirror = (size - at) & (size - 1);
      const [ra, ia, rb, ib] = [real[at], imaginary[at], real[mirror], imaginary[mirror]] as [
        number,
        number,
        number,
        number,
      ];
      // Two real signals in one transform: the even part is the source's, the odd part what was heard.
      const [sr, si, hr, hi] = [(ra + rb) / 2, (ia - ib) / 2, (ia + ib) / 2, (rb - ra) / 2];
      const cr = hr * sr + hi * si;
      const ci = hi * sr - hr * si;
      const weight = Math.hypot(cr, ci) || 1;
      // Conjugated, so that the forward transform inverts it.
      r[at] = cr / weight;
      i[at] = -ci / weight;
    }
    r[0] = 0;
    i[0] = 0;
    this.#fft.forward(r, i);
    let best = 0;
    for (let lag = 1; lag < BLOCK; lag++) if ((r[lag] as number) > (r[best] as number)) best = lag;
    return (r[best] as number) / size >= SURE ? best : null;
  }

  #echoIn(channel: 0 | 1): Echo | null {
    const peaks = this.#peaks[channel];
    const lag = mostCommon(peaks.map(lagOf));
    const best = peaks.filter((peak) => Math.abs(lagOf(peak) - lag) <= SAME);
    if (best.length < MIN_BLOCKS) return null;
    const block_ms = (BLOCK * 1000) / this.#rate;
    const lags = best.map(lagOf).sort((a, b) => a - b);
    return {
      delay_ms: ((lags[lags.length >> 1] ?? 0) * 1000) / this.#rate,
      blocks: best.map((peak) => ({
        start_ms: blockOf(peak) * block_ms,
        end_ms: (blockOf(peak) + 1) * block_ms,
      })),
    };
  }
}

/** The lag that most others are near. */
function mostCommon(lags: readonly number[]): number {
  const counts = new Uint32Array(BLOCK);
  for (const lag of lags) (counts[lag] as number)++;
  const near = (lag: number) =>
    counts.subarray(Math.max(0, lag - SAME), lag + SAME + 1).reduce((a, b) => a + b, 0);
  let [best, most] = [0, 0];
  for (const lag of new Set(lags)) {
    const count = near(lag);
    if (count > most) [best, most] = [lag, count];
  }
  return best;
}

/** Copies the first `length` samples, less their mean. The rest becomes silence. */
function center(signal: Float64Array, length: number, into: Float64Array): void {
  let sum = 0;
  for (let at = 0; at < length; at++) sum += signal[at] as number;
  const mean = sum / length;
  for (let at = 0; at < into.length; at++) into[at] = at < length ? (signal[at] as number) - mean : 0;
}

function powerOf(signal: Float64Array): number {
  let squares = 0;
  for (let at = 0; at < BLOCK; at++) squares += (signal[at] as number) ** 2;
  return squares / BLOCK;
}
