import { closeSync, readSync } from "node:fs";
import { channelCount } from "../../engine/audio/wav/channel-count.ts";
import { usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, openFile } from "../../lib/files.ts";
import { mediaTypeOf } from "./format.ts";

/** A recording on disk, as it was when it was inspected. */
export interface Recording {
  readonly path: string;
  /**
   * The folder that the file must be in whenever it is opened; undefined if a person named the file itself.
   */
  readonly within: string | undefined;
  /** The file as its user named it. */
  readonly file: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly modified_ms: number;
  /** Known only for WAV files. */
  readonly channels: number | undefined;
}

/** Enough for the header of a WAV file whose format chunk comes after other chunks. */
const HEAD_BYTES = 4096;

/**
 * @param within the folder that the file must be in; undefined if a person named the file itself
 * @throws Failure (usage) if a file cannot be read, or is not a recording in a format that E2 accepts
 */
export async function inspectRecording(path: string, file: string, within?: string): Promise<Recording> {
  const { descriptor, stats } = openRecording(path, file, within);
  try {
    if (stats.size === 0) throw usage("the recording is empty", { where: file });
    const head = readHead(descriptor);
    const media_type = mediaTypeOf(head, file);
    return {
      path,
      within,
      file,
      media_type,
      bytes: stats.size,
      modified_ms: stats.mtimeMs,
      channels: media_type === "audio/wav" ? channelCount(head) : undefined,
    };
  } finally {
    closeSync(descriptor);
  }
}

function openRecording(path: string, file: string, within: string | undefined) {
  try {
    return openFile(path, { maximum: BYTES_MAXIMUM.recording, within });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw usage(code === "ENOENT" ? "recording not found" : `cannot read the recording: ${message}`, {
      where: file,
    });
  }
}

function readHead(descriptor: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
}
