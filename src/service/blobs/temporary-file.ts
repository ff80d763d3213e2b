import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pieces } from "./blobs.ts";

/** Gives `use` a file with these bytes that nobody else can read, and removes it afterwards. */
export async function withTemporaryFile<T>(pieces: Pieces, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parley-"));
  try {
    const path = join(folder, "blob");
    await writeFile(path, pieces, { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
