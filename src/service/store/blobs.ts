import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface StoredBlob {
  /** Hexadecimal; the name to read it by. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Where recordings live. Content decides the name, so the same recording is stored once. */
export interface BlobStore {
  /** Stores the pieces as one durably. When they fail, nothing is left. */
  put(pieces: Pieces): Promise<StoredBlob>;
  /** The bytes in pieces of at most 64 KiB; undefined when there is no such blob. */
  read(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Gives a program that needs a file the path of one, which is there until `use` is done. */
  withFile<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T | undefined>;
}

const PIECE = 64 * 1024;

export function memoryBlobs(): BlobStore {
  const held = new Map<string, Uint8Array>();
  return {
    async put(pieces) {
      const hash = createHash("sha256");
      const parts: Uint8Array[] = [];
      for await (const piece of pieces) {
        hash.update(piece);
        parts.push(piece);
      }
      const whole = Buffer.concat(parts);
      const sha256 = hash.digest("hex");
      held.set(sha256, whole);
      return { sha256, bytes: whole.length };
    },
    async read(sha256) {
      const whole = held.get(sha256);
      return whole && slices(whole);
    },
    async withFile(sha256, use) {
      const whole = held.get(sha256);
      if (!whole) return undefined;
      const folder = await mkdtemp(join(tmpdir(), "parley-"));
      try {
        const path = join(folder, sha256);
        await writeFile(path, whole, { mode: 0o600 });
        return await use(path);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}

async function* slices(whole: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
}

/** Blobs as files of a folder: written aside, fsynced, then renamed, so that a name never shows half a file. */
export function folderBlobs(folder: string): BlobStore {
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    );
  return {
    async put(pieces) {
      await mkdir(folder, { recursive: true });
      const aside = join(folder, `aside.${randomUUID()}`);
      try {
        const { hash, bytes } = await writeDurably(aside, pieces);
        const sha256 = hash.digest("hex");
        await rename(aside, join(folder, sha256));
        return { sha256, bytes };
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    async read(sha256) {
      const path = join(folder, sha256);
      return (await exists(path)) ? createReadStream(path, { highWaterMark: PIECE }) : undefined;
    },
    async withFile(sha256, use) {
      const path = join(folder, sha256);
      return (await exists(path)) ? use(path) : undefined;
    },
  };
}

async function writeDurably(path: string, pieces: Pieces): Promise<{ hash: Hash; bytes: number }> {
  const file = await open(path, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const piece of pieces) {
      hash.update(piece);
      await file.writeFile(piece);
      bytes += piece.length;
    }
    await file.sync();
    return { hash, bytes };
  } finally {
    await file.close();
  }
}
