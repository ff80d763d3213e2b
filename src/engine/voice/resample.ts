/** Zero crossings of the sinc on each side. With this many, the filter is steep enough for consonants. */
const CROSSINGS = 32;
/**
 * The share of the lower band that is kept. The rest leaves room for the filter to fall off before aliasing.
 */
const KEPT = 0.92;

/**
 * Changes the sample rate of a signal that arrives in pieces of any size, with a windowed sinc (Blackman).
 * Output is `CROSSINGS` samples of the lower rate later than input. `end` returns the rest.
 */
export class Resampler {
  readonly #step: number;
  readonly #cutoff: number;
  readonly #reach: number;
  /** Weights by the fraction of a sample. Rates that are whole multiples need few. */
  readonly #weights = new Map<number, Float64Array>();
  #kept: Float64Array;
  /** Position of the next output sample among the kept ones. */
  #at: number;

  constructor(from_hz: number, to_hz: number) {
    this.#step = from_hz / to_hz;
    this.#cutoff = Math.min(1, to_hz / from_hz) * (from_hz === to_hz ? 1 : KEPT);
    this.#reach = Math.ceil(CROSSINGS / Math.min(1, to_hz / from_hz));
    this.#kept = new Float64Array(this.#reach);
    this.#at = this.#reach;
  }

  push(samples: ArrayLike<number>): Float64Array {
    const all = new Float64Array(this.#kept.length + samples.length);
    all.set(this.#kept);
    all.set(samples, this.#kept.length);
    const out: number[] = [];
    let at = this.#at;
    while (Math.floor(at) + this.#reach < all.length) {
      out.push(this.#sampleAt(all, at));
      at += this.#step;
    }
    const drop = Math.max(0, Math.floor(at) - this.#reach);
    this.#kept = all.slice(drop);
    // Rounded, so that positions of whole-number ratios never drift.
    this.#at = Math.round((at - drop) * 1e9) / 1e9;
    return Float64Array.from(out);
  }

  end(): Float64Array {
    return this.push(new Float64Array(this.#reach));
  }

  #sampleAt(all: Float64Array, at: number): number {
    const whole = Math.floor(at);
    const weights = this.#weightsOf(Math.round((at - whole) * 1e6) / 1e6);
    const first = whole - this.#reach + 1;
    let sum = 0;
    for (let tap = 0; tap < weights.length; tap++) sum += (weights[tap] ?? 0) * (all[first + tap] ?? 0);
    return sum;
  }

  #weightsOf(fraction: number): Float64Array {
    const cached = this.#weights.get(fraction);
    if (cached) return cached;
    const weights = Float64Array.from({ length: 2 * this.#reach }, (_, tap) => {
      const distance = tap - this.#reach + 1 - fraction;
      const x = Math.PI * distance * this.#cutoff;
      const turn = (Math.PI * distance) / this.#reach;
      const window =
        Math.abs(distance) >= this.#reach ? 0 : 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
      return window * (x === 0 ? 1 : Math.sin(x) / x) * this.#cutoff;
    });
    this.#weights.set(fraction, weights);
    return weights;
  }
}

/** A whole signal at another sample rate. */
export function resampled(samples: ArrayLike<number>, from_hz: number, to_hz: number): Float64Array {
  if (from_hz === to_hz) return Float64Array.from(samples);
  const resampler = new Resampler(from_hz, to_hz);
  const begin = resampler.push(samples);
  const end = resampler.end();
  const whole = new Float64Array(begin.length + end.length);
  whole.set(begin);
  whole.set(end, begin.length);
  return whole;
}
