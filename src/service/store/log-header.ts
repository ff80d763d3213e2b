import { closeSync, openSync, readSync } from "node:fs";

const HEADER_BYTES = 32;
/** The bytes of the header that its checksum covers. */
const SUMMED_BYTES = 24;
/** Enough bytes after the header to tell whether anything was written there. */
const LOOKED_AT = 64 * 1024;
/** The first four bytes, for each byte order of the checksums. */
const LITTLE_ENDIAN = 0x377f0682;
const BIG_ENDIAN = 0x377f0683;

/**
 * Whether the write-ahead log of a database has lost its header. SQLite would then treat the log as empty and ignore
 * everything in it. Call this before SQLite opens the database.
 */
export function hasLostHeader(database: string): boolean {
  const log = readStart(`${database}-wal`);
  const holdsSomething = log.subarray(HEADER_BYTES).some((byte) => byte !== 0);
  return holdsSomething && !isHeader(log);
}

function readStart(path: string): Buffer {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    // The log does not exist or cannot be read; SQLite reports that itself.
    return Buffer.alloc(0);
  }
  try {
    const bytes = Buffer.alloc(HEADER_BYTES + LOOKED_AT);
    return bytes.subarray(0, readSync(file, bytes));
  } catch {
    return Buffer.alloc(0);
  } finally {
    closeSync(file);
  }
}

/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
function isHeader(log: Buffer): boolean {
  const magic = log.readUInt32BE(0);
  if (magic !== LITTLE_ENDIAN && magic !== BIG_ENDIAN) return false;
  const word = (at: number) => (magic === BIG_ENDIAN ? log.readUInt32BE(at) : log.readUInt32LE(at));
  let [first, second] = [0, 0];
  for (let at = 0; at < SUMMED_BYTES; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return first === log.readUInt32BE(SUMMED_BYTES) && second === log.readUInt32BE(SUMMED_BYTES + 4);
}
