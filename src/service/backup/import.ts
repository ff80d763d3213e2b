import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { RECORDING_MAXIMUM } from "../../contract/limits.ts";
import { type BlobStore, type Pieces, requireName } from "../blobs/blobs.ts";
import { lockFolder } from "../store/lock-folder.ts";
import { newestMigration } from "../store/migrate.ts";
import type { Database, Dialect } from "../store/schema.ts";
import { openStore, type StorePlace } from "../store/store.ts";
import type { Line } from "./lines.ts";
import { type Reading, readExport } from "./read-lines.ts";
import { ImportRefused } from "./refused.ts";
import { rowInserter } from "./row-inserter.ts";
import { writeSerial } from "./serials.ts";
import { withoutTimeLimits } from "./snapshot.ts";
import { TABLES } from "./tables.ts";

export interface Imported {
  readonly rows: number;
  readonly recordings: number;
}

type Blobs = Pick<BlobStore, "put" | "get" | "delete">;

/**
 * Fills an empty store from an export, in one transaction: on failure, or if the process is killed, the store
 * is still empty. Existing recordings
 * belong to other data, so they are neither replaced nor deleted.
 *
 * @throws ImportRefused, StoreHeld, StoreUnusable
 */
export async function importStore(
  place: StorePlace,
  blobs: Blobs,
  source: AsyncIterable<Uint8Array>,
): Promise<Imported> {
  const reading = await readExport(source);
  const { migration } = reading.header;
  if (migration !== newestMigration)
    throw new ImportRefused(
      `the file is from another version of parley: its tables are ${migration}, not ${newestMigration}`,
    );
  const isEmbedded = place.database_url === undefined && place.data !== undefined;
  const release = isEmbedded ? await lockFolder(place.data) : () => undefined;
  try {
    const { db, dialect } = await openStore({ ...place, is_patient: true });
    const stored: string[] = [];
    try {
      return await load(db, dialect, reading, (key, pieces) => store(blobs, stored, key, pieces));
    } catch (error) {
      for (const key of stored) await blobs.delete(key);
      throw error;
    } finally {
      await db.destroy();
    }
  } finally {
    release();
  }
}

async function load(
  db: Kysely<Database>,
  dialect: Dialect,
  reading: Reading,
  storeRecording: StoreRecording,
): Promise<Imported> {
  try {
    return await db.transaction().execute(async (transaction) => {
      if (dialect === "postgres") await takeTables(transaction);
      await requireEmpty(transaction);
      return readAll(transaction, dialect, reading, storeRecording);
    });
  } catch (error) {
    if (error instanceof ImportRefused || (error as NodeJS.ErrnoException).code === "ENOSPC") throw error;
    throw new ImportRefused(`line ${reading.position()}: ${(error as Error).message}`, { cause: error });
  }
}

/** Prevents other writes until the end. A service that starts in the meantime waits. */
async function takeTables(transaction: Transaction<Database>): Promise<void> {
  await withoutTimeLimits(transaction);
  await sql`lock table ${sql.join(TABLES.map((table) => sql.table(table)))} in access exclusive mode`.execute(
    transaction,
  );
}

async function requireEmpty(transaction: Transaction<Database>): Promise<void> {
  for (const table of TABLES) {
    const row = await transaction.selectFrom(table).select(sql`1`.as("one")).limit(1).executeTakeFirst();
    if (row) throw new ImportRefused(`the store is not empty: its table ${table} has rows`);
  }
}

/** Resolves with the hash of the bytes. */
type StoreRecording = (key: string, pieces: AsyncIterable<Uint8Array>) => Promise<string>;

/** @param stored receives each key before anything is stored under it */
async function store(
  blobs: Blobs,
  stored: string[],
  key: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<string> {
  const there = await blobs.get(requireName(key));
  if (!there) {
    stored.push(key);
    return (await blobs.put(key, pieces)).sha256;
  }
  const sha256 = await hashOf(pieces);
  if ((await hashOf(there)) !== sha256)
    throw new ImportRefused(`there is already a recording ${key}, and it is not the same`);
  return sha256;
}

async function hashOf(pieces: Pieces): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

async function readAll(
  transaction: Transaction<Database>,
  dialect: Dialect,
  { lines, position, sha256 }: Reading,
  storeRecording: StoreRecording,
): Promise<Imported> {
  const inserter = await rowInserter(transaction);
  let recordings = 0;
  for (;;) {
    const line = await nextOf(lines);
    if ("table" in line) await inserter.add(line);
    else if ("serial" in line) {
      await inserter.flush();
      await writeSerial(transaction, dialect, line.serial, line.value);
    } else if ("recording" in line) {
      const end = { sha256: "" };
      if ((await storeRecording(line.recording, bytesOf(lines, end))) !== end.sha256)
        throw new ImportRefused(`recording ${line.recording} is damaged (line ${position()})`);
      recordings++;
    } else if ("end" in line) {
      await inserter.flush();
      const imported = { rows: inserter.count(), recordings };
      const expected = { rows: line.end.rows, recordings: line.end.recordings };
      if (line.end.sha256 !== sha256() || JSON.stringify(imported) !== JSON.stringify(expected))
        throw new ImportRefused("the file is damaged: its checksum does not match");
      if (!(await lines.next()).done) throw new ImportRefused("the file continues after its end");
      return imported;
    } else throw new ImportRefused(`line ${position()} is out of place`);
  }
}

async function nextOf(lines: Reading["lines"]): Promise<Line> {
  const { value, done } = await lines.next();
  if (done) throw new ImportRefused("the file was cut off: its last line is missing");
  return value;
}

/** The bytes of a recording, up to the line that ends it. */
async function* bytesOf(lines: Reading["lines"], end: { sha256: string }): AsyncGenerator<Uint8Array> {
  let length = 0;
  for (;;) {
    const line = await nextOf(lines);
    if ("recording_sha256" in line) {
      end.sha256 = line.recording_sha256;
      return;
    }
    if (!("bytes" in line)) throw new ImportRefused("the file is damaged: a recording in it has no end");
    const piece = Buffer.from(line.bytes, "base64");
    length += piece.length;
    if (length > RECORDING_MAXIMUM)
      throw new ImportRefused(`a recording is larger than ${RECORDING_MAXIMUM} bytes`);
    yield piece;
  }
}
