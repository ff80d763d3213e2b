import { RECORDING_HEAD_BYTES, recordingMediaType } from "../../../contract/media.ts";
import { type RecordingAnalysis, RecordingAnalyzer } from "../../../engine/audio/recording-analyzer.ts";
import { WavError } from "../../../engine/audio/wav/wav-error.ts";
import type { Service } from "../../handler.ts";
import { nextTurn } from "../../turns.ts";
import { transcode } from "./transcode.ts";
import { Unavailable } from "./unavailable.ts";

type Reading = Pick<Service, "blobs" | "ffmpeg">;

/** Analyses a stored recording. Throws `Unavailable`. */
export const readRecording = (
  service: Reading,
  key: string,
  signal: AbortSignal,
): Promise<RecordingAnalysis> => hearRecording(service, key, new RecordingAnalyzer(), signal);

/** Receives a WAV file in pieces, and says at its end what it made of it. Both throw `WavError`. */
interface Listener<T> {
  push(piece: Uint8Array): void;
  end(): T;
}

/**
 * Gives a stored recording to a listener without holding it in memory and without keeping others waiting: WAV by
 * itself, other media where there is ffmpeg. Throws `Unavailable`.
 */
export async function hearRecording<T>(
  { blobs, ffmpeg }: Reading,
  key: string,
  listener: Listener<T>,
  signal: AbortSignal,
): Promise<T> {
  const media_type = recordingMediaType(await headOf(blobs, key));
  if (media_type === undefined)
    throw new Unavailable("unsupported_media", "the recording is not WAV, MP3, M4A or MP4");
  if (media_type === "audio/wav") return hear(await piecesOf(blobs, key), listener, signal);
  if (!ffmpeg)
    throw new Unavailable(
      "unsupported_media",
      `${media_type} is read where ffmpeg is on the PATH of the service`,
    );
  let heard: { readonly made: T } | undefined;
  await blobs.withFile(key, async (path) => {
    heard = { made: await hear(transcode(ffmpeg, path, media_type, signal), listener, signal) };
  });
  return heard ? heard.made : missing();
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

async function hear<T>(
  pieces: AsyncIterable<Uint8Array>,
  listener: Listener<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      listener.push(piece);
      await nextTurn();
    }
    return listener.end();
  } catch (error) {
    if (error instanceof WavError)
      throw new Unavailable(
        error.code.startsWith("unsupported") ? "unsupported_media" : "unreadable_recording",
        error.message,
      );
    throw error;
  }
}
