/** Frames per second of signal. */
const FRAMES_PER_SECOND = 100;

export const FRAME_MS = 1000 / FRAMES_PER_SECOND;

/** A sample at or above this magnitude counts as clipped (32,760 of 32,768, as in deepeval). */
const CLIPPED = 32760 / 32768;

/** Sums of one channel, gathered as the samples come. */
export interface ChannelSums {
  samples: number;
  sum_of_squares: number;
  peak: number;
  clipped: number;
  /** Frames in which all samples have one value: no microphone is that quiet. */
  digitally_silent_frames: number;
  /** The mean square of each whole frame of 10 ms. */
  frame_powers: readonly number[];
}

/**
 * Measures one channel in frames of 10 ms. At sample rates that are no multiple of 100 Hz the frames differ by a
 * sample, so that they do not drift. A last frame that is not whole counts only in the sums over samples.
 */
export class ChannelMeter {
  readonly #sampleRate: number;
  readonly #powers: number[] = [];
  #samples = 0;
  #sumOfSquares = 0;
  #peak = 0;
  #clipped = 0;
  #silentFrames = 0;
  #frameStart = 0;
  #frameEnd: number;
  #frameSum = 0;
  #frameLow = Number.POSITIVE_INFINITY;
  #frameHigh = Number.NEGATIVE_INFINITY;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#frameEnd = this.#endOfFrame(0);
  }

  add(samples: Float32Array): void {
    for (let at = 0; at < samples.length; ) {
      const end = Math.min(samples.length, at + this.#frameEnd - this.#samples);
      this.#addToFrame(samples.subarray(at, end));
      at = end;
      if (this.#samples === this.#frameEnd) this.#closeFrame();
    }
  }

  sums(): ChannelSums {
    return {
      samples: this.#samples,
      sum_of_squares: this.#sumOfSquares + this.#frameSum,
      peak: this.#peak,
      clipped: this.#clipped,
      digitally_silent_frames: this.#silentFrames,
      frame_powers: this.#powers,
    };
  }

  #addToFrame(samples: Float32Array): void {
    let sum = 0;
    let low = this.#frameLow;
    let high = this.#frameHigh;
    let clipped = 0;
    for (let at = 0; at < samples.length; at++) {
      const sample = samples[at] ?? 0;
      sum += sample * sample;
      if (sample < low) low = sample;
      if (sample > high) high = sample;
      if (sample >= CLIPPED || sample <= -CLIPPED) clipped++;
    }
    this.#frameSum += sum;
    this.#frameLow = low;
    this.#frameHigh = high;
    this.#clipped += clipped;
    this.#samples += samples.length;
    this.#peak = Math.max(this.#peak, high, -low);
  }

  #closeFrame(): void {
    this.#powers.push(this.#frameSum / (this.#frameEnd - this.#frameStart));
    if (this.#frameLow === this.#frameHigh) this.#silentFrames++;
    this.#sumOfSquares += this.#frameSum;
    this.#frameSum = 0;
    this.#frameLow = Number.POSITIVE_INFINITY;
    this.#frameHigh = Number.NEGATIVE_INFINITY;
    this.#frameStart = this.#frameEnd;
    this.#frameEnd = this.#endOfFrame(this.#powers.length);
  }

  #endOfFrame(frame: number): number {
    return Math.floor(((frame + 1) * this.#sampleRate) / FRAMES_PER_SECOND);
  }
}
