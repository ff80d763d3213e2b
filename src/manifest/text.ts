import { open } from "node:fs/promises";
import { Failure } from "../failure.ts";

/** Above this a file is data, not something that people write and keep. */
const BYTES_MAXIMUM = 100 * 1000 * 1000;

/**
 * The text of a file, without a byte order mark.
 * @param shown the file as its user named it
 * @throws Failure (usage) where there is none, it is too large, binary or no UTF-8
 */
export async function readText(path: string, shown: string, maximum = BYTES_MAXIMUM): Promise<string> {
  try {
    return await read(path, maximum);
  } catch (error) {
    throw new Failure("usage", reasonOf(error), { where: shown, code: "manifest" });
  }
}

async function read(path: string, maximum: number): Promise<string> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const tooLarge = new Refused(`the file is larger than ${maximum / 1e6} MB`);
    if (size > maximum) throw tooLarge;
    const length = size === 0 ? CHUNK_BYTES : Math.min(size + 1, CHUNK_BYTES);
    const chunks: Uint8Array[] = [];
    for (let bytes = 0; ; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length));
      if (bytesRead === 0) return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
      const chunk = buffer.subarray(0, bytesRead);
      if (chunk.includes(0)) throw new Refused("the file is binary, not text");
      chunks.push(chunk);
      // A pipe has no size: what comes is counted.
      bytes += bytesRead;
      if (bytes > maximum) throw tooLarge;
    }
  } finally {
    await handle.close();
  }
}

const CHUNK_BYTES = 256 * 1024;

class Refused extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "this is a folder, not a file";
  return code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "the file is no UTF-8 text" : message;
}
