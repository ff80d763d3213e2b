import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Pieces, StoredBlob } from "./blobs.ts";

/** Writes the pieces to a new file that only this user can read. Resolves when they are on disk. */
export async function writeDurably(path: string, pieces: Pieces): Promise<StoredBlob> {
  const file = await open(path, "w", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const piece of pieces) {
      hash.update(piece);
      await file.writeFile(piece);
      bytes += piece.length;
    }
    await file.sync();
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}
