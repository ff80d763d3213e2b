/** A request whose recording is read, encoded and sent piece by piece: memory stays flat whatever its length. */
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { BodyStream } from "../client/prepare.ts";
import { Failure } from "../failure.ts";
import type { Recording } from "./recording.ts";

/** A multiple of 3, so that no piece but the last is padded; small enough for the allocator to be quick. */
const PIECE_BYTES = 48 * 1024;
/** Few large reads cost half of what a read for each piece costs. */
const BLOCK_BYTES = 16 * PIECE_BYTES;

/** The JSON of `fields` with the recording as its last field, `recording_base64`, a data URL. */
export function streamWithRecording(fields: object, recording: Recording): BodyStream {
  const outline = JSON.stringify({ ...fields, recording_base64: `data:${recording.media_type};base64,` });
  const head = Buffer.from(outline.slice(0, -2));
  const tail = Buffer.from(outline.slice(-2));
  return {
    bytes: head.length + Math.ceil(recording.bytes / 3) * 4 + tail.length,
    open: (onLast) => Readable.from(pieces(head, recording, tail, onLast), { objectMode: false }),
  };
}

async function* pieces(
  head: Buffer,
  recording: Recording,
  tail: Buffer,
  onLast: (() => void) | undefined,
): AsyncGenerator<Buffer> {
  const handle = await open(recording.path).catch((error: unknown) => {
    throw changed(recording, error);
  });
  try {
    yield head;
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, recording.bytes));
    for (let left = recording.bytes; left > 0; ) {
      const length = Math.min(left, block.length);
      if ((await fill(handle, block, length)) < length) throw changed(recording);
      left -= length;
      // The end is not sent unless the file is still the one that was announced.
      if (left === 0) await checkUnchanged(handle, recording);
      for (let at = 0; at < length; at += PIECE_BYTES)
        yield Buffer.from(block.toString("base64", at, Math.min(at + PIECE_BYTES, length)), "latin1");
    }
    onLast?.();
    yield tail;
  } finally {
    await handle.close();
  }
}

/** Reads until `length` bytes are there or the file ends: a single read may give fewer. */
async function fill(handle: FileHandle, block: Buffer, length: number): Promise<number> {
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(block, filled, length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

async function checkUnchanged(handle: FileHandle, recording: Recording): Promise<void> {
  const { size, mtimeMs } = await handle.stat();
  if (size !== recording.bytes || mtimeMs !== recording.modified_ms) throw changed(recording);
}

const changed = ({ file }: Recording, cause?: unknown) =>
  new Failure("failed", "the recording changed while it was being sent", {
    where: file,
    code: "file_changed",
    hint: "the service did not get a whole request; send it again when the file is finished",
    cause,
  });
