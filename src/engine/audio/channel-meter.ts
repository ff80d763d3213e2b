import { CompactPowers, type FramePowers } from "./frame-powers.ts";

/** Frames per second of signal. */
const FRAMES_PER_SECOND = 100;

export const FRAME_MS = 1000 / FRAMES_PER_SECOND;

/** A sample at or above this magnitude counts as clipped (32,760 of 32,768, as in deepeval). */
const CLIPPED = 32760 / 32768;

/** Sums over one channel, collected as the samples arrive. No level includes a constant offset (DC). */
export interface ChannelSums {
  samples: number;
  /** The mean of the samples. It is 0 unless the equipment is faulty. */
  dc_offset: number;
  /** The mean square of the samples, without the offset. */
  power: number;
  /** The largest distance between a sample and the offset. */
  peak: number;
  clipped: number;
  /** Frames whose samples all have the same value. No microphone is that quiet. */
  digitally_silent_frames: number;
  /**
   * The mean square of each whole frame of 10 ms, without the frame's own mean, because a drifting offset is
   * not sound either.
   */
  frame_powers: FramePowers;
}

/**
 * Measures one channel in frames of 10 ms. If the sample rate is not a multiple of 100 Hz, some frames are
 * one sample longer, so that the frames do not drift. An incomplete last frame counts only in the sums over
 * samples.
 */
export class ChannelMeter {
  readonly #sampleRate: number;
  readonly #powers = new CompactPowers();
  #samples = 0;
  #sumOfSquares = 0;
  #sum = 0;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  #clipped = 0;
  #silentFrames = 0;
  #frameStart = 0;
  #frameEnd: number;
  #frameSum = 0;
  #frameSquares = 0;
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
    const samples = this.#samples;
    const dc_offset = samples === 0 ? 0 : (this.#sum + this.#frameSum) / samples;
    return {
      samples,
      dc_offset,
      power: varianceOf(samples, this.#sum + this.#frameSum, this.#sumOfSquares + this.#frameSquares),
      peak: samples === 0 ? 0 : Math.max(this.#high - dc_offset, dc_offset - this.#low),
      clipped: this.#clipped,
      digitally_silent_frames: this.#silentFrames,
      frame_powers: this.#powers,
    };
  }

  #addToFrame(samples: Float32Array): void {
    let sum = 0;
    let squares = 0;
    let low = this.#frameLow;
    let high = this.#frameHigh;
    let clipped = 0;
    for (let at = 0; at < samples.length; at++) {
      const sample = samples[at] ?? 0;
      sum += sample;
      squares += sample * sample;
      if (sample < low) low = sample;
      if (sample > high) high = sample;
      if (sample >= CLIPPED || sample <= -CLIPPED) clipped++;
    }
    this.#frameSum += sum;
    this.#frameSquares += squares;
    this.#frameLow = low;
    this.#frameHigh = high;
    this.#clipped += clipped;
    this.#samples += samples.length;
    this.#low = Math.min(this.#low, low);
    this.#high = Math.max(this.#high, high);
  }

  #closeFrame(): void {
    const isConstant = this.#frameLow === this.#frameHigh;
    const length = this.#frameEnd - this.#frameStart;
    this.#powers.push(isConstant ? 0 : varianceOf(length, this.#frameSum, this.#frameSquares));
    if (isConstant) this.#silentFrames++;
    this.#sum += this.#frameSum;
    this.#sumOfSquares += this.#frameSquares;
    this.#frameSum = 0;
    this.#frameSquares = 0;
    this.#frameLow = Number.POSITIVE_INFINITY;
    this.#frameHigh = Number.NEGATIVE_INFINITY;
    this.#frameStart = this.#frameEnd;
    this.#frameEnd = this.#endOfFrame(this.#powers.length);
  }

  #endOfFrame(frame: number): number {
    return Math.floor(((frame + 1) * this.#sampleRate) / FRAMES_PER_SECOND);
  }
}

function varianceOf(count: number, sum: number, squares: number): number {
  return count === 0 ? 0 : Math.max(0, squares / count - (sum / count) ** 2);
}
