/** Compares stored bytes with what is known about them while they are read. */
import { createHash } from "node:crypto";
import type { Reports } from "../report.ts";
import type { Blobs, Pieces, StoredBlob, Upload } from "./blobs.ts";

/** A store returned other bytes than were stored. */
export class DamagedBlob extends Error {
  override readonly name = "DamagedBlob";
  constructor(key: string, stored: StoredBlob, actual: StoredBlob) {
    const inWords = ({ bytes, sha256 }: StoredBlob) => `${bytes} bytes with the SHA-256 ${sha256}`;
    super(
      `the stored recording ${key} is damaged: ${inWords(stored)} were stored, ${inWords(actual)} came back`,
    );
  }
}

/** The blobs, and where to report damage. */
type Checking = Blobs & Reports;

/**
 * Like `BlobStore.get`. If the bytes are not those that were stored, reading to the end reports a
 * `DamagedBlob` and fails with it.
 */
export async function getChecked(
  service: Checking,
  blob: Upload,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const pieces = await service.blobs.get(blob.key);
  return pieces && checked(service, pieces, blob);
}

/** Passes the pieces on, and compares them at the end. */
export async function* checked(
  { report }: Checking,
  pieces: Pieces,
  { key, bytes, sha256 }: Upload,
): AsyncGenerator<Uint8Array, undefined> {
  const hash = createHash("sha256");
  let bytes_read = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes_read += piece.length;
    // A malicious store might never end.
    if (bytes_read > bytes) break;
    yield piece;
  }
  const came = { bytes: bytes_read, sha256: hash.digest("hex") };
  if (came.bytes === bytes && came.sha256 === sha256) return;
  const damage = new DamagedBlob(key, { bytes, sha256 }, came);
  report?.(damage, "reading a recording");
  throw damage;
}

/** Reads pieces to the end. Returns the damage, if any. */
export async function damageOf(pieces: AsyncIterable<Uint8Array>): Promise<DamagedBlob | undefined> {
  try {
    for await (const _ of pieces);
    return undefined;
  } catch (error) {
    if (error instanceof DamagedBlob) return error;
    throw error;
  }
}
