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

/** Samples as they are, in 16 bits, the lower byte first. */
export const linear = (rate: number): Codec => ({ rate, encode: bytesOf, decode: samplesOf });

/** The same with the higher byte first, as RFC 2586 has it. */
export const linearBigEndian = (rate: number): Codec => ({
  rate,
  encode: (samples) => Buffer.from(bytesOf(samples)).swap16(),
  decode: (bytes) => samplesOf(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()),
});
