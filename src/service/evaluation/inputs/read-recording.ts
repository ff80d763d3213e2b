import { setImmediate as yieldToOthers } from "node:timers/promises";
import { RECORDING_HEAD_BYTES, recordingMediaType } from "../../../contract/media.ts";
import { type RecordingAnalysis, RecordingAnalyzer } from "../../../engine/audio/recording-analyzer.ts";
import { WavError } from "../../../engine/audio/wav/wav-error.ts";
import type { Service } from "../../handler.ts";
import { transcode } from "./transcode.ts";
import { Unavailable } from "./unavailable.ts";

/**
 * Analyses a stored recording without holding it in memory and without keeping others waiting: WAV by itself, other
 * media where there is ffmpeg. Throws `Unavailable`.
 */
export async function readRecording(
  { blobs, ffmpeg }: Pick<Service, "blobs" | "ffmpeg">,
  key: string,
  signal: AbortSignal,
): Promise<RecordingAnalysis> {
  const media_type = recordingMediaType(await headOf(blobs, key));
  if (media_type === undefined)
    throw new Unavailable("unsupported_media", "the recording is not WAV, MP3, M4A or MP4");
  if (media_type === "audio/wav") return analyse(await piecesOf(blobs, key), signal);
  if (!ffmpeg)
    throw new Unavailable(
      "unsupported_media",
      `${media_type} is read where ffmpeg is on the PATH of the service`,
    );
  const analysis = await blobs.withFile(key, (path) =>
    analyse(transcode(ffmpeg, path, media_type, signal), signal),
  );
  return analysis ?? missing();
}

async function headOf(blobs: Service["blobs"], key: string): Promise<Uint8Array> {
  const head = Buffer.alloc(RECORDING_HEAD_BYTES);
  let filled = 0;
  for await (const piece of await piecesOf(blobs, key)) {
    filled += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).copy(head, filled);
    if (filled === RECORDING_HEAD_BYTES) break;
  }
  return head.subarray(0, filled);
}

const piecesOf = async (blobs: Service["blobs"], key: string) => (await blobs.get(key)) ?? missing();

function missing(): never {
  throw new Unavailable("missing_recording", "the stored recording is gone");
}

async function analyse(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<RecordingAnalysis> {
  const analyzer = new RecordingAnalyzer();
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      analyzer.push(piece);
      await yieldToOthers();
    }
    return analyzer.end();
  } catch (error) {
    if (error instanceof WavError)
      throw new Unavailable(
        error.code.startsWith("unsupported") ? "unsupported_media" : "unreadable_recording",
        error.message,
      );
    throw error;
  }
}
