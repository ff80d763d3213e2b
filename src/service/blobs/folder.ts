import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BlobStore, PIECE_BYTES, requireName } from "./blobs.ts";
import { writeDurably } from "./write-file.ts";

/** Blobs as files in a folder: written to a temporary file, fsynced, then renamed, so that no name ever has half a file. */
export function folderBlobs(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, requireName(key));
  const asideOf = (key: string) => `${pathOf(key)}.part`;
  return {
    async put(key, pieces) {
      const aside = asideOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const stored = await writeDurably(aside, pieces);
        await rename(aside, pathOf(key));
        await syncFolder(folder);
        return stored;
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    async get(key) {
      const path = pathOf(key);
      return (await exists(path)) ? createReadStream(path, { highWaterMark: PIECE_BYTES }) : undefined;
    },
    async delete(key) {
      await rm(asideOf(key), { force: true });
      await rm(pathOf(key), { force: true });
    },
    async withFile(key, use) {
      const path = pathOf(key);
      return (await exists(path)) ? use(path) : undefined;
    },
  };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A rename is on disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
