import { join } from "node:path";
import type { Kysely } from "kysely";
import type { DatabaseSockets } from "./database-sockets.ts";
import { isMarked, markFolder, refuseEmptied } from "./folder-mark.ts";
import { makeFolder } from "./make-folder.ts";
import { migrate } from "./migrate.ts";
import type { RevisionOf } from "./revisions.ts";
import type { Database, Dialect } from "./schema.ts";
import { type EmbeddedStore, openSqlite, StoreDamaged } from "./sqlite.ts";
import { createWriter, type Write } from "./writer.ts";

/** What is stored: read it through `db`, change it through `write`. */
export interface Store {
  readonly db: Kysely<Database>;
  readonly write: Write;
  readonly revisionOf: RevisionOf;
}

export interface OpenStore extends Store {
  readonly dialect: Dialect;
  /** From now on, a start with this folder is refused if its database turns out to be empty. */
  readonly settle?: () => Promise<void>;
}

export interface StorePlace {
  /** A PostgreSQL database, which several services may have open; without one, the store is embedded. */
  readonly database_url?: string | undefined;
  /** Folder of the embedded store; without one, it is in memory. */
  readonly data?: string | undefined;
  /** Copying a store takes longer than the statements of a service. */
  readonly is_patient?: boolean;
  /**
   * The sockets of all connections to the database, for a process that must end even if the database is
   * silent.
   */
  readonly sockets?: DatabaseSockets | undefined;
}

/**
 * Opens the store with its tables up to date.
 *
 * @throws StoreUnusable if the database server or its database cannot be used
 * @throws StoreDamaged, StoreEmptied if the files of an embedded store are not as they were left
 */
export async function openStore({ database_url, data, is_patient, sockets }: StorePlace): Promise<OpenStore> {
  if (database_url !== undefined) {
    // An embedded store does not need the driver loaded.
    const { openPostgres, StoreUnusable } = await import("./postgres.ts");
    const { createTransactions } = await import("./transactions.ts");
    const shared = await openPostgres(database_url, { is_patient, sockets });
    const { db, revisionOf } = shared;
    const store: OpenStore = { db, write: createTransactions(shared), dialect: "postgres", revisionOf };
    return prepared(store).catch((error: Error) => {
      if (error.name === "StoreNewer" || error.name === "StoreUnreleased") throw error;
      throw new StoreUnusable(`cannot create the tables: ${error.message}`, { cause: error });
    });
  }
  if (data === undefined) return embedded(openSqlite(":memory:"));
  await makeFolder(data);
  const opened = openSqlite(join(data, "parley.db"));
  try {
    if (opened.isEmpty()) refuseEmptied(data);
  } catch (error) {
    await opened.db.destroy();
    throw error;
  }
  const settle = async () => {
    if (isMarked(data)) return;
    // A new store is entirely in its log. What a start creates must not depend on that one file.
    opened.emptyLog();
    await markFolder(data);
  };
  return { ...(await embedded(opened)), settle };
}

const embedded = ({ db, control, revisionOf }: EmbeddedStore): Promise<OpenStore> =>
  prepared({ db, write: createWriter(db, control), dialect: "sqlite", revisionOf });

async function prepared(store: OpenStore): Promise<OpenStore> {
  try {
    await migrate(store.db, store.dialect);
    return store;
  } catch (error) {
    await store.db.destroy();
    throw isSqlError(error) ? new StoreDamaged(`its tables cannot be updated: ${error.message}`) : error;
  }
}

/** SQLite's generic error: a statement does not fit the existing tables. */
const isSqlError = (error: unknown): error is Error =>
  error instanceof Error && "sqliteCodeName" in error && error.sqliteCodeName === "SQLITE_ERROR";
