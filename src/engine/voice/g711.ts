/** µ-law and A-law (ITU-T G.711), the codecs of telephone lines. */
import { decodeAlaw, decodeMulaw } from "../audio/wav/sample-encoding.ts";

const BIAS = 0x84;
const CLIP = 32_635;

/** Encoder and decoder of one law. */
export interface Law {
  /** One byte for each sample. */
  encode(samples: Int16Array): Uint8Array;
  decode(bytes: Uint8Array): Int16Array;
}

const lawOf = (encodeSample: (sample: number) => number, decodeByte: (byte: number) => number): Law => {
  const decoded = Int16Array.from({ length: 256 }, (_, byte) => decodeByte(byte) * 32_768);
  // This runs for every frame of every call. Plain loops take a tenth of the time of `from`.
  return {
    encode(samples) {
      const bytes = new Uint8Array(samples.length);
      for (let at = 0; at < samples.length; at++) bytes[at] = encodeSample(samples[at] ?? 0);
      return bytes;
    },
    decode(bytes) {
      const samples = new Int16Array(bytes.length);
      for (let at = 0; at < bytes.length; at++) samples[at] = decoded[bytes[at] ?? 0] ?? 0;
      return samples;
    },
  };
};

function encodeMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function encodeAlaw(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  const magnitude = Math.min(sample >= 0 ? sample : -sample - 1, CLIP);
  const exponent = magnitude < 256 ? 0 : 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

export const mulaw: Law = lawOf(encodeMulaw, decodeMulaw);
export const alaw: Law = lawOf(encodeAlaw, decodeAlaw);
