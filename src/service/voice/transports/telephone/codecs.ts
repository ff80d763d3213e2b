/** How telephone companies encode audio. */
import { alaw, type Law, mulaw } from "../../../../engine/voice/g711.ts";
import { bytesOf, samplesOf } from "../../../../engine/voice/pcm.ts";

export interface Codec extends Law {
  /** Samples in a second. */
  readonly rate: number;
  /** Bytes of a sample. */
  readonly width: 1 | 2;
}

const G711_RATE = 8000;
export const PCMU: Codec = { rate: G711_RATE, width: 1, ...mulaw };
export const PCMA: Codec = { rate: G711_RATE, width: 1, ...alaw };

/** Plain 16-bit samples, low byte first. */
export const linear = (rate: number): Codec => ({ rate, width: 2, encode: bytesOf, decode: samplesOf });

/** The same with the high byte first, as in RFC 2586. */
export const linearBigEndian = (rate: number): Codec => ({
  rate,
  width: 2,
  encode: (samples) => Buffer.from(bytesOf(samples)).swap16(),
  decode: (bytes) => samplesOf(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()),
});
