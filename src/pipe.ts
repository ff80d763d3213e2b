/** Reads files that a person named, piece by piece. Apart from `files.ts`, because few of them are pipes. */
import { closeSync, constants, createReadStream, openSync, readSync, statSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { openFile, RefusedFile } from "./files.ts";

const CHUNK_BYTES = 16 * 1024;

/** A file or a pipe as a stream, for callers that need no limit or count the bytes themselves. @throws RefusedFile, or what the system says */
export function streamNamedFile(path: string): Readable {
  if (!statSync(path).isFIFO())
    return createReadStream("", { fd: openFile(path, { maximum: Number.POSITIVE_INFINITY }).descriptor });
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const first = readAtOnce(fd);
  if (first?.length === 0) {
    closeSync(fd);
    throw new RefusedFile("this is a pipe that no program writes to");
  }
  const pipe = new Socket({ fd, readable: true, writable: false });
  if (first) pipe.unshift(first);
  return pipe;
}

/** What a pipe contains now: nothing if no program writes to it, undefined if one has yet to write. */
function readAtOnce(descriptor: number): Buffer | undefined {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    return chunk.subarray(0, readSync(descriptor, chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}
