import { type FileHandle, open } from "node:fs/promises";
import { channelCount } from "../engine/audio/wav/channel-count.ts";
import { usage } from "../failure.ts";
import { mediaTypeOf } from "./format.ts";

/** A recording on disk, as it was when it was looked at. */
export interface Recording {
  readonly path: string;
  /** The file as its user named it. */
  readonly file: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly modified_ms: number;
  /** Known of WAV files only. */
  readonly channels: number | undefined;
}

/** Enough for the header of a WAV file whose format stands behind other chunks. */
const HEAD_BYTES = 4096;

/** @throws Failure (usage) for a file that cannot be read or is no recording of a format that E2 takes */
export async function inspectRecording(path: string, file: string): Promise<Recording> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw usage(error.code === "ENOENT" ? "there is no such recording" : `cannot be read: ${error.message}`, {
      where: file,
    });
  });
  try {
    const status = await handle.stat();
    if (status.isDirectory()) throw usage("this is a folder, not a recording", { where: file });
    if (status.size === 0) throw usage("the recording is empty", { where: file });
    const head = await readHead(handle);
    const media_type = mediaTypeOf(head, file);
    return {
      path,
      file,
      media_type,
      bytes: status.size,
      modified_ms: status.mtimeMs,
      channels: media_type === "audio/wav" ? channelCount(head) : undefined,
    };
  } finally {
    await handle.close();
  }
}

async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
