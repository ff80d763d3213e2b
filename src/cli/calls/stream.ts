/**
 * A request whose recording is read, encoded and sent piece by piece, so that memory use stays flat whatever
 * its length.
 */
import { closeSync, fstatSync, readSync } from "node:fs";
import type { BodyStream } from "../../client/prepare.ts";
import { Failure } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, openFile } from "../../lib/files.ts";
import type { Recording } from "./recording.ts";

/** A multiple of 3, so that only the last piece is padded, and small enough for quick allocation. */
const PIECE_BYTES = 48 * 1024;

/** The JSON of `fields` with the recording as its last field, `recording_base64`, a data URL. */
export function streamWithRecording(fields: object, recording: Recording): BodyStream {
  const outline = JSON.stringify({ ...fields, recording_base64: `data:${recording.media_type};base64,` });
  const head = Buffer.from(outline.slice(0, -2));
  const tail = Buffer.from(outline.slice(-2));
  return {
    bytes: head.length + Math.ceil(recording.bytes / 3) * 4 + tail.length,
    pieces: (onLast) => pieces(head, recording, tail, onLast),
  };
}

/**
 * Reads synchronously: 48 KiB from a disk arrive sooner than another turn of the event loop would, and other
 * requests continue between two pieces.
 */
function* pieces(
  head: Buffer,
  recording: Recording,
  tail: Buffer,
  onLast: (() => void) | undefined,
): Generator<Buffer> {
  const file = openUnchanged(recording);
  try {
    yield head;
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, recording.bytes));
    // The text of a piece is garbage at once. If it were handed on as it is, it would survive any collection
    // that happens meanwhile.
    const encoded = Buffer.allocUnsafe(Math.ceil(piece.length / 3) * 4);
    for (let left = recording.bytes; left > 0; ) {
      const length = Math.min(left, piece.length);
      if (fill(file, piece, length) < length) throw fileChanged(recording);
      left -= length;
      // The end is sent only if the file is still the one that was announced.
      if (left === 0) checkUnchanged(file, recording);
      yield encoded.subarray(0, encoded.write(piece.toString("base64", 0, length), "latin1"));
    }
    onLast?.();
    yield tail;
  } finally {
    closeSync(file);
  }
}

function openUnchanged(recording: Recording): number {
  try {
    const { path, within } = recording;
    return openFile(path, { maximum: BYTES_MAXIMUM.recording, within }).descriptor;
  } catch (error) {
    throw fileChanged(recording, error);
  }
}

/** Reads until `length` bytes have arrived or the file ends. A single read may return fewer. */
function fill(file: number, piece: Buffer, length: number): number {
  let filled = 0;
  while (filled < length) {
    const bytesRead = readSync(file, piece, filled, length - filled, null);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

function checkUnchanged(file: number, recording: Recording): void {
  const { size, mtimeMs } = fstatSync(file);
  if (size !== recording.bytes || mtimeMs !== recording.modified_ms) throw fileChanged(recording);
}

const fileChanged = ({ file }: Recording, cause?: unknown) =>
  new Failure("failed", "the recording changed while it was being sent", {
    where: file,
    code: "file_changed",
    hint: "the service did not get a whole request; send it again when the file is finished",
    cause,
  });
