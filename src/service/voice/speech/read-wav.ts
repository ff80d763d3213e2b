import { WavDecoder } from "../../../engine/audio/wav/wav-decoder.ts";
import { FULL_SCALE, levelled, SAMPLE_RATE, toSample } from "../../../engine/voice/pcm.ts";
import { resampled } from "../../../engine/voice/resample.ts";

interface Wav {
  /** The first channel, scaled to 16 bits. */
  readonly samples: Float64Array;
  readonly rate_hz: number;
}

/** Reads a WAV file into memory. Throws `WavError`. */
export function readWav(bytes: Uint8Array): Wav {
  const blocks: Float64Array[] = [];
  const decoder = new WavDecoder(([first]) => {
    if (first) blocks.push(Float64Array.from(first, (sample) => sample * FULL_SCALE));
  });
  decoder.push(bytes);
  const { sample_rate_hz: rate_hz } = decoder.end();
  const samples = new Float64Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return { samples, rate_hz };
}

/** The speech in a WAV file, prepared for a line. */
export function speechOf(wav: Uint8Array): Int16Array {
  const { samples, rate_hz } = readWav(withTrueLength(Buffer.from(wav)));
  return levelled(Int16Array.from(resampled(samples, rate_hz, SAMPLE_RATE), toSample));
}

/**
 * A program that writes a file as it goes cannot know its length, and states the maximum. This replaces it
 * with the true length.
 */
function withTrueLength(wav: Buffer): Buffer {
  const data = wav.indexOf("data");
  if (data < 0 || data + 8 > wav.length) return wav;
  const left = wav.length - data - 8;
  if (wav.readUInt32LE(data + 4) > left) wav.writeUInt32LE(left, data + 4);
  return wav;
}
