import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type BlobStore, requireName } from "../blobs.ts";
import { withTemporaryFile } from "../temporary-file.ts";
import { writeDurably } from "../write-file.ts";
import type { S3Client } from "./s3-client.ts";

/**
 * Blobs as objects in an S3 store. Each is written to a file in `spool` first, so that it is sent with its length and
 * hash, whole or not at all, and can be sent again if that fails.
 */
export function s3Blobs(client: S3Client, spool: string): BlobStore {
  const spooled = (key: string) => join(spool, `${requireName(key)}.part`);
  return {
    async put(key, pieces) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const path = spooled(key);
      try {
        const stored = await writeDurably(path, pieces);
        await client.put(key, { ...stored, open: () => createReadStream(path) });
        return stored;
      } finally {
        await rm(path, { force: true });
      }
    },
    get: async (key) => client.get(requireName(key)),
    async delete(key) {
      await rm(spooled(key), { force: true });
      await client.delete(key);
    },
    async withFile(key, use) {
      const pieces = await client.get(requireName(key));
      return pieces && withTemporaryFile(pieces, use);
    },
  };
}
