import { createHash } from "node:crypto";
import type { BlobStore } from "../blobs/blobs.ts";
import { newestMigration } from "../store/migrate.ts";
import type { OpenStore } from "../store/store.ts";
import { FORMAT, type Header, type Line, VERSION } from "./lines.ts";
import { readSerial } from "./serials.ts";
import { recordingKeys, rowsOf, withSnapshot } from "./snapshot.ts";
import { SERIAL_TABLES, TABLES } from "./tables.ts";

/** Bytes of a recording per line: a multiple of three, so that base64 pads the last line only. */
const PIECE_BYTES = 48 * 1024;
const TEXT_AT_ONCE = 64 * 1024;

export interface Exported {
  readonly rows: number;
  readonly recordings: number;
  /** Recordings that a call names but that do not exist. */
  readonly recordings_missing: number;
}

/**
 * Writes the current contents of the store. It has only a few rows and a piece of a recording in memory at a
 * time.
 */
export async function exportStore(
  { db, dialect }: Pick<OpenStore, "db" | "dialect">,
  blobs: Pick<BlobStore, "get">,
  write: (text: string) => Promise<void>,
): Promise<Exported> {
  const lines = lineWriter(write);
  let [rows, recordings, recordings_missing] = [0, 0, 0];
  await lines.add({ format: FORMAT, version: VERSION, migration: newestMigration });
  await withSnapshot(db, dialect, async (snapshot) => {
    for (const table of TABLES)
      for await (const row of rowsOf(snapshot, dialect, table)) {
        // The number of a process is meaningless in another store.
        await lines.add({ table, row: table === "job" ? { ...row, worker: null } : row });
        rows++;
      }
    for (const serial of SERIAL_TABLES) {
      const value = await readSerial(snapshot, dialect, serial);
      if (value !== null) await lines.add({ serial, value });
    }
    for await (const key of recordingKeys(snapshot, dialect)) {
      const bytes = await blobs.get(key);
      if (bytes) await addRecording(lines, key, bytes);
      if (bytes) recordings++;
      else recordings_missing++;
    }
  });
  await lines.end({ rows, recordings });
  return { rows, recordings, recordings_missing };
}

type Lines = ReturnType<typeof lineWriter>;

/** Writes lines in blocks, and hashes all of them. */
function lineWriter(write: (text: string) => Promise<void>) {
  const hash = createHash("sha256");
  let waiting = "";
  async function flush(): Promise<void> {
    hash.update(waiting);
    await write(waiting);
    waiting = "";
  }
  return {
    async add(line: Header | Line): Promise<void> {
      waiting += `${JSON.stringify(line)}\n`;
      if (waiting.length >= TEXT_AT_ONCE) await flush();
    },
    async end(counts: { readonly rows: number; readonly recordings: number }): Promise<void> {
      await flush();
      const trailer: Line = { end: { ...counts, sha256: hash.digest("hex") } };
      await write(`${JSON.stringify(trailer)}\n`);
    },
  };
}

async function addRecording(lines: Lines, key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const hash = createHash("sha256");
  await lines.add({ recording: key });
  for await (const piece of piecesOf(PIECE_BYTES, bytes)) {
    hash.update(piece);
    await lines.add({ bytes: piece.toString("base64") });
  }
  await lines.add({ recording_sha256: hash.digest("hex") });
}

/** The same bytes in pieces of `size` except the last, however they arrived. */
async function* piecesOf(size: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const part of source) {
    waiting.push(part);
    length += part.length;
    if (length < size) continue;
    const whole = Buffer.concat(waiting);
    const cut = whole.length - (whole.length % size);
    for (let at = 0; at < cut; at += size) yield whole.subarray(at, at + size);
    waiting = [whole.subarray(cut)];
    length = whole.length - cut;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
