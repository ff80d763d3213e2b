import { type Kysely, sql, type Transaction } from "kysely";
import { type BlobStore, requireName } from "../blobs/blobs.ts";
import { holdFolder } from "../store/hold.ts";
import { migrate } from "../store/migrate.ts";
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

/**
 * Fills an empty store from an export, in one transaction: on failure, or if the process is killed, the store is
 * as empty as before. The tables are made as they were when the export was written, and then brought up to date.
 *
 * @throws ImportRefused, StoreHeld, StoreUnusable
 */
export async function importStore(
  place: StorePlace,
  blobs: Pick<BlobStore, "put" | "delete">,
  source: AsyncIterable<Uint8Array>,
): Promise<Imported> {
  const reading = await readExport(source);
  const isEmbedded = place.database_url === undefined && place.data !== undefined;
  const release = isEmbedded ? await holdFolder(place.data) : () => undefined;
  try {
    const { db, dialect } = await openStore({ ...place, is_patient: true }, reading.header.migration);
    try {
      const imported = await load(db, dialect, blobs, reading);
      await migrate(db, dialect);
      return imported;
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
  blobs: Pick<BlobStore, "put" | "delete">,
  reading: Reading,
): Promise<Imported> {
  const stored: string[] = [];
  try {
    return await db.transaction().execute(async (transaction) => {
      if (dialect === "postgres") await takeTables(transaction);
      await requireEmpty(transaction);
      return readAll(transaction, dialect, reading, async (key, pieces) => {
        stored.push(requireName(key));
        return (await blobs.put(key, pieces)).sha256;
      });
    });
  } catch (error) {
    for (const key of stored) await blobs.delete(key);
    if (error instanceof ImportRefused || (error as NodeJS.ErrnoException).code === "ENOSPC") throw error;
    throw new ImportRefused(`line ${reading.position()}: ${(error as Error).message}`, { cause: error });
  }
}

/** Nobody else can write until the end; a service that starts meanwhile waits. */
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

type StoreRecording = (key: string, pieces: AsyncIterable<Uint8Array>) => Promise<string>;

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
  for (;;) {
    const line = await nextOf(lines);
    if ("recording_sha256" in line) {
      end.sha256 = line.recording_sha256;
      return;
    }
    if (!("bytes" in line)) throw new ImportRefused("the file is damaged: a recording in it has no end");
    yield Buffer.from(line.bytes, "base64");
  }
}
