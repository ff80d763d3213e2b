/** How telephone companies encode audio. */
import { alaw, type Law, mulaw } from "../../../../engine/voice/g711.ts";
import { bytesOf, samplesOf } from "../../../../engine/voice/pcm.ts";

export interface Codec extends Law {
  /** Samples in a second. */
  readonly rate: number;
}

const G711_RATE = 8000;
export const PCMU: Codec = { rate: G711_RATE, ...mulaw };
export const PCMA: Codec = { rate: G711_RATE, ...alaw };

/** Plain 16-bit samples, low byte first. */
export const linear = (rate: number): Codec => ({ rate, encode: bytesOf, decode: samplesOf });

/** The same with the high byte first, as in RFC 2586. */
export const linearBigEndian = (rate: number): Codec => ({
  rate,
  encode: (samples) => Buffer.from(bytesOf(samples)).swap16(),
  decode: (bytes) => samplesOf(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()),
});
