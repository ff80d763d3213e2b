/** Reads pipes that a person named. Separate from `files.ts`, because few files are pipes. */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

const CHUNK_BYTES = 16 * 1024;

/** A pipe as a stream; undefined if no program writes to it. @throws the system's error */
export function openPipe(path: string): Readable | undefined {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const first = readAtOnce(fd);
  if (first?.length === 0) {
    closeSync(fd);
    return undefined;
  }
  const pipe = new Socket({ fd, readable: true, writable: false });
  if (first) pipe.unshift(first);
  return pipe;
}

/** What a pipe contains now: nothing if no program writes to it, undefined if a program has yet to write. */
function readAtOnce(descriptor: number): Buffer | undefined {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    return chunk.subarray(0, readSync(descriptor, chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}
