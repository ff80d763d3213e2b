import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

/** Where recordings live. Content decides the name, so the same recording is stored once. */
export interface BlobStore {
  /** Stores bytes durably. Returns their SHA-256, hexadecimal: the name to read them by. */
  put(bytes: Uint8Array): Promise<string>;
  get(sha256: string): Promise<Uint8Array | undefined>;
}

const nameOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export function memoryBlobs(): BlobStore {
  const held = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const name = nameOf(bytes);
      held.set(name, bytes);
      return name;
    },
    get: async (name) => held.get(name),
  };
}

/** Blobs as files of a folder: written aside, fsynced, then renamed, so that a name never shows half a file. */
export function folderBlobs(folder: string): BlobStore {
  return {
    async put(bytes) {
      const name = nameOf(bytes);
      await mkdir(folder, { recursive: true });
      const aside = join(folder, `${name}.${randomUUID()}`);
      const file = await open(aside, "w", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, join(folder, name));
      return name;
    },
    get: (name) => readFile(join(folder, name)).catch(() => undefined),
  };
}
