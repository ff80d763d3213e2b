import { SAMPLE_RATE } from "./pcm.ts";

/** Second-order filters with memory, one sample at a time. */
interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** The Q of the two stages of a Butterworth filter of order 4. */
const BUTTERWORTH_4 = [0.541_196_1, 1.306_563];

/** A chain of filters that keeps its state from sample to sample. */
export class Filter {
  readonly #stages: readonly Biquad[];
  readonly #memory: Float64Array;

  constructor(stages: readonly Biquad[]) {
    this.#stages = stages;
    this.#memory = new Float64Array(stages.length * 2);
  }

  next(sample: number): number {
    let value = sample;
    const memory = this.#memory;
    this.#stages.forEach(({ b0, b1, b2, a1, a2 }, stage) => {
      const out = b0 * value + (memory[2 * stage] ?? 0);
      memory[2 * stage] = b1 * value - a1 * out + (memory[2 * stage + 1] ?? 0);
      memory[2 * stage + 1] = b2 * value - a2 * out;
      value = out;
    });
    return value;
  }
}

const shape = (frequency_hz: number, q: number) => {
  const w = (2 * Math.PI * frequency_hz) / SAMPLE_RATE;
  return { cos: Math.cos(w), alpha: Math.sin(w) / (2 * q) };
};

function lowStage(frequency_hz: number, q: number): Biquad {
  const { cos, alpha } = shape(frequency_hz, q);
  const a0 = 1 + alpha;
  const b = (1 - cos) / a0;
  return { b0: b / 2, b1: b, b2: b / 2, a1: (-2 * cos) / a0, a2: (1 - alpha) / a0 };
}

function highStage(frequency_hz: number, q: number): Biquad {
  const { cos, alpha } = shape(frequency_hz, q);
  const a0 = 1 + alpha;
  const b = (1 + cos) / a0;
  return { b0: b / 2, b1: -b, b2: b / 2, a1: (-2 * cos) / a0, a2: (1 - alpha) / a0 };
}

/** A low-pass filter: Butterworth, order 4. */
export const lowPass = (frequency_hz: number): Filter =>
  new Filter(BUTTERWORTH_4.map((q) => lowStage(frequency_hz, q)));

/** The band of a telephone, 300 to 3400 Hz: Butterworth, order 4 at each end. */
export const telephoneBand = (): Filter =>
  new Filter([
    ...BUTTERWORTH_4.map((q) => highStage(300, q)),
    ...BUTTERWORTH_4.map((q) => lowStage(3400, q)),
  ]);

/** A band-pass filter around the frequency. */
export function bandPass(frequency_hz: number, q: number): Filter {
  const { cos, alpha } = shape(frequency_hz, q);
  const a0 = 1 + alpha;
  return new Filter([{ b0: alpha / a0, b1: 0, b2: -alpha / a0, a1: (-2 * cos) / a0, a2: (1 - alpha) / a0 }]);
}
