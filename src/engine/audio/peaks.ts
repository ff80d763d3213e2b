/**
 * The outline of a recording: the lowest and the highest sample of each bucket, for a recording of any
 * length.
 */
import { WavDecoder } from "./wav/wav-decoder.ts";

/** The maximum number of buckets of a channel. No screen shows more. */
export const BUCKETS_MAXIMUM = 1600;

/** The value that full scale is mapped to. */
const FULL_SCALE = 127;

export interface Peaks {
  readonly bucket_ms: number;
  /** The lowest and the highest sample of each bucket, alternating, from -127 to 127. */
  readonly channels: readonly (readonly number[])[];
}

/**
 * Receives a WAV file in pieces of any size. Its memory does not depend on the length of the file. `push` and
 * `end` throw `WavError`.
 */
export class PeakMeter {
  readonly #decoder = new WavDecoder((channels) => this.#take(channels));
  #channels: Float32Array[] = [];
  /** Samples per bucket. Doubled whenever all buckets are full. */
  #bucket = 16;
  #taken = 0;

  push(piece: Uint8Array): void {
    this.#decoder.push(piece);
  }

  end(): Peaks {
    const { sample_rate_hz } = this.#decoder.end();
    const buckets = Math.ceil(this.#taken / this.#bucket);
    return {
      bucket_ms: (this.#bucket / sample_rate_hz) * 1000,
      channels: this.#channels.map((peaks) =>
        Array.from(peaks.subarray(0, 2 * buckets), (peak) =>
          Math.round(Math.max(-1, Math.min(1, peak)) * FULL_SCALE),
        ),
      ),
    };
  }

  #take(channels: readonly Float32Array[]): void {
    if (this.#channels.length === 0)
      this.#channels = channels.map(() => new Float32Array(2 * BUCKETS_MAXIMUM));
    const length = channels[0]?.length ?? 0;
    for (let at = 0; at < length; ) {
      if (this.#taken === this.#bucket * BUCKETS_MAXIMUM) this.#halve();
      const index = Math.floor(this.#taken / this.#bucket);
      const end = Math.min(length, at + this.#bucket - (this.#taken % this.#bucket));
      for (const [channel, samples] of channels.entries()) {
        const peaks = this.#channels[channel] as Float32Array;
        let low = peaks[2 * index] as number;
        let high = peaks[2 * index + 1] as number;
        for (let i = at; i < end; i++) {
          const sample = samples[i] as number;
          if (sample < low) low = sample;
          if (sample > high) high = sample;
        }
        peaks[2 * index] = low;
        peaks[2 * index + 1] = high;
      }
      this.#taken += end - at;
      at = end;
    }
  }

  /** Merges every two buckets into one. */
  #halve(): void {
    for (const peaks of this.#channels) {
      for (let index = 0; index < BUCKETS_MAXIMUM / 2; index++) {
        peaks[2 * index] = Math.min(peaks[4 * index] as number, peaks[4 * index + 2] as number);
        peaks[2 * index + 1] = Math.max(peaks[4 * index + 1] as number, peaks[4 * index + 3] as number);
      }
      peaks.fill(0, BUCKETS_MAXIMUM);
    }
    this.#bucket *= 2;
  }
}
