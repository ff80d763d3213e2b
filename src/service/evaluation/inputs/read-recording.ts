import { createReadStream } from "node:fs";
import { RECORDING_HEAD_BYTES, recordingMediaType } from "../../../contract/media.ts";
import { type RecordingAnalysis, RecordingAnalyzer } from "../../../engine/audio/recording-analyzer.ts";
import { WavError } from "../../../engine/audio/wav/wav-error.ts";
import type { Blobs, Upload } from "../../blobs/blobs.ts";
import { checked, DamagedBlob, damageOf, getChecked } from "../../blobs/checked.ts";
import type { Reports } from "../../report.ts";
import { createYielder } from "../../yield.ts";
import type { Evaluating } from "../evaluator.ts";
import { transcode } from "./transcode.ts";
import { Unavailable } from "./unavailable.ts";

type Reading = Blobs & Reports & Pick<Evaluating, "ffmpeg">;

/** Analyses a stored recording. Throws `Unavailable`. */
export const readRecording = (
  service: Reading,
  recording: Upload,
  signal: AbortSignal,
): Promise<RecordingAnalysis> => hearRecording(service, recording, new RecordingAnalyzer(), signal);

/** Receives a WAV file in pieces, and returns its result at the end. Both throw `WavError`. */
interface Listener<T> {
  push(piece: Uint8Array): void;
  end(): T;
}

/**
 * Streams a stored recording to a listener, without loading it into memory and without blocking other work:
 * WAV directly, other formats if ffmpeg is available. Throws `Unavailable`, also if the stored bytes are
 * damaged.
 */
export async function hearRecording<T>(
  service: Reading,
  recording: Upload,
  listener: Listener<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await hearStored(service, recording, listener, signal);
  } catch (error) {
    const damage = await damageBehind(error, service, recording);
    if (!damage) throw error;
    // The damage may have happened during transfer.
    throw new Unavailable("damaged_recording", damage.message, true);
  }
}

/** Damaged bytes may also look like an unreadable file, so this checks for damage. */
async function damageBehind(error: unknown, service: Reading, recording: Upload) {
  if (!(error instanceof Unavailable)) return error instanceof DamagedBlob ? error : undefined;
  return error.reason === "missing_recording" ? undefined : damageOf(await piecesOf(service, recording));
}

async function hearStored<T>(
  service: Reading,
  recording: Upload,
  listener: Listener<T>,
  signal: AbortSignal,
): Promise<T> {
  const { blobs, ffmpeg } = service;
  const media_type = recordingMediaType(await headOf(service, recording));
  if (media_type === undefined)
    throw new Unavailable("unsupported_media", "the recording is not WAV, MP3, M4A or MP4");
  if (media_type === "audio/wav") return hear(await piecesOf(service, recording), listener, signal);
  if (!ffmpeg)
    throw new Unavailable(
      "unsupported_media",
      `${media_type} is read where ffmpeg is on the PATH of the service`,
    );
  let heard: { readonly made: T } | undefined;
  await blobs.withFile(recording.key, async (path) => {
    const damage = await damageOf(checked(service, createReadStream(path), recording));
    if (damage) throw damage;
    heard = { made: await hear(transcode(ffmpeg, path, media_type, signal), listener, signal) };
  });
  return heard ? heard.made : missing();
}

async function headOf(service: Reading, recording: Upload): Promise<Uint8Array> {
  const head = Buffer.alloc(RECORDING_HEAD_BYTES);
  let filled = 0;
  for await (const piece of await piecesOf(service, recording)) {
    filled += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).copy(head, filled);
    if (filled === RECORDING_HEAD_BYTES) break;
  }
  return head.subarray(0, filled);
}

/** How much is heard before it yields, if it is time to: half a second on a telephone. It takes a few milliseconds. */
const SLICE_BYTES = 8 * 1024;

const piecesOf = async (service: Reading, recording: Upload) =>
  (await getChecked(service, recording)) ?? missing();

function missing(): never {
  throw new Unavailable("missing_recording", "the stored recording is gone");
}

async function hear<T>(
  pieces: AsyncIterable<Uint8Array>,
  listener: Listener<T>,
  signal: AbortSignal,
): Promise<T> {
  const yieldIfDue = createYielder();
  try {
    for await (const piece of pieces) {
      for (let from = 0; from < piece.length; from += SLICE_BYTES) {
        signal.throwIfAborted();
        listener.push(piece.subarray(from, from + SLICE_BYTES));
        await yieldIfDue();
      }
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
