import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BlobStore } from "./blobs.ts";
import { folderBlobs } from "./folder.ts";
import { memoryBlobs } from "./memory.ts";
import type { S3Place } from "./s3/place.ts";

/** Where recordings are stored: in an S3 store, otherwise in the data folder, otherwise in memory. */
export interface BlobPlace {
  readonly s3?: S3Place | undefined;
  readonly data?: string | undefined;
}

export interface OpenBlobs {
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/** The blob store cannot be used. */
class BlobsUnusable extends Error {
  override readonly name = "BlobsUnusable";
}

/** @throws BlobsUnusable if an S3 store cannot be reached, read or written */
export async function openBlobs({ s3, data }: BlobPlace): Promise<OpenBlobs> {
  if (!s3) {
    const blobs = data === undefined ? memoryBlobs() : folderBlobs(join(data, "recordings"));
    return { blobs, close: async () => undefined };
  }
  // If recordings are files, the client need not be loaded.
  const { createS3Client } = await import("./s3/s3-client.ts");
  const { s3Blobs } = await import("./s3/s3-blobs.ts");
  const client = createS3Client(s3);
  const blobs = s3Blobs(client, join(data ?? tmpdir(), "parley-spool"));
  try {
    await tryOut(blobs);
  } catch (error) {
    await client.close();
    throw new BlobsUnusable(error instanceof Error ? error.message : String(error), { cause: error });
  }
  return { blobs, close: () => client.close() };
}

/** Writes, reads, and deletes a blob, so that problems appear at the start and not at the first recording. */
async function tryOut(blobs: BlobStore): Promise<void> {
  const key = `try-${randomUUID()}`;
  const written = Buffer.from("parley");
  await blobs.put(key, [written]);
  let read = Buffer.alloc(0);
  for await (const piece of (await blobs.get(key)) ?? []) {
    read = Buffer.concat([read, piece]);
    if (read.length > written.length) break;
  }
  await blobs.delete(key);
  if (!read.equals(written)) throw new Error("what was written is not what was read back");
}
