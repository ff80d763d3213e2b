import { WavChunkReader } from "./chunk-reader.ts";
import { WavError } from "./wav-error.ts";

/**
 * The number of channels of a WAV file, read from its first bytes. Undefined if they contain no supported
 * format.
 */
export function channelCount(head: Uint8Array): number | undefined {
  const reader = new WavChunkReader(
    () => undefined,
    () => undefined,
  );
  try {
    reader.push(head);
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
  }
  return reader.format?.channel_count;
}
