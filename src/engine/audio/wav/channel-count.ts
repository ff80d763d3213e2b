import { WavChunkReader } from "./chunk-reader.ts";
import { WavError } from "./wav-error.ts";

/** How many channels a WAV file has by its first bytes; undefined where they do not hold a format that is read. */
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
