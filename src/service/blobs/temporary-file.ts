import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pieces } from "./blobs.ts";

/** Passes a file with these bytes, readable only by this user, to `use`, and removes it afterwards. */
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
