/** Recognizes the same call in the next run, and detects that its files have changed. */
import { createHash } from "node:crypto";
import { closeSync, read } from "node:fs";
import { promisify } from "node:util";
import { BYTES_MAXIMUM, openFile } from "../../lib/files.ts";
import { fingerprint } from "../bulk/entries.ts";
import type { Recording } from "./recording.ts";
import type { Submission } from "./submission.ts";

/** The size of the block that is reused for every read. */
const BLOCK_BYTES = 256 * 1024;

/**
 * A hash of everything that is sent. A recording counts by its content, because size and time of change
 * differ between checkouts and copies of the same file. Reading it twice costs less than sending a call
 * twice.
 */
export async function hashSubmission({ body, recording }: Submission): Promise<string> {
  return fingerprint({ ...body, recording_base64: recording && (await hashFile(recording)) });
}

/** Lets other work run between two blocks, because a recording may be long. */
const readInto = promisify(read);

async function hashFile({ path, within }: Recording): Promise<string> {
  const hash = createHash("sha256");
  const { descriptor } = openFile(path, { maximum: BYTES_MAXIMUM.recording, within });
  try {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    for (;;) {
      const { bytesRead } = await readInto(descriptor, block, 0, BLOCK_BYTES, null);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(block.subarray(0, bytesRead));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Stays the same as long as the files do not change. Does not read the recording. */
export const outlineOf = ({ body, recording }: Submission): string =>
  fingerprint({ body, modified_ms: recording?.modified_ms });
