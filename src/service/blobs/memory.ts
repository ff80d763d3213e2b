import { createHash } from "node:crypto";
import { type BlobStore, PIECE_BYTES } from "./blobs.ts";
import { withTemporaryFile } from "./temporary-file.ts";

/** Blobs in memory, which disappear with the process. */
export function memoryBlobs(): BlobStore {
  const held = new Map<string, Uint8Array>();
  return {
    async put(key, pieces) {
      const hash = createHash("sha256");
      const parts: Uint8Array[] = [];
      for await (const piece of pieces) {
        hash.update(piece);
        // The caller may reuse the bytes of a piece.
        parts.push(Uint8Array.from(piece));
      }
      const whole = Buffer.concat(parts);
      held.set(key, whole);
      return { bytes: whole.length, sha256: hash.digest("hex") };
    },
    async get(key) {
      const whole = held.get(key);
      return whole && slices(whole);
    },
    async delete(key) {
      held.delete(key);
    },
    async withFile(key, use) {
      const whole = held.get(key);
      return whole && withTemporaryFile(slices(whole), use);
    },
  };
}

async function* slices(whole: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < whole.length; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES);
}
