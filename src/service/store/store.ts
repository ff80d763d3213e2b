import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { migrate } from "./migrate.ts";
import type { RevisionOf } from "./revisions.ts";
import type { Database, Dialect } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import { createWriter, type Write } from "./writer.ts";

export interface Store {
  readonly db: Kysely<Database>;
  readonly write: Write;
  readonly dialect: Dialect;
  /** Absent where others may write too. */
  readonly revisionOf?: RevisionOf;
}

export interface StorePlace {
  /** A database of a PostgreSQL server, which several services may have open; without one the store is embedded. */
  readonly database_url?: string | undefined;
  /** Folder of the embedded store; none keeps it in memory. */
  readonly data?: string | undefined;
}

/**
 * Opens the store with its tables up to date.
 *
 * @param to name of the change of the tables to stop after; without one none is left out
 * @throws StoreUnusable where the database server or its database cannot be used
 */
export async function openStore({ database_url, data }: StorePlace, to?: string): Promise<Store> {
  if (database_url !== undefined) {
    // The driver is not loaded where the store is embedded.
    const { openPostgres, StoreUnusable } = await import("./postgres.ts");
    const { createTransactions } = await import("./transactions.ts");
    const db = await openPostgres(database_url);
    return prepared({ db, write: createTransactions(db), dialect: "postgres" }, to).catch((error: Error) => {
      if (error.name === "StoreNewer") throw error;
      throw new StoreUnusable(`the tables cannot be made: ${error.message}`, { cause: error });
    });
  }
  if (data !== undefined) await mkdir(data, { recursive: true, mode: 0o700 });
  const { db, revisionOf, control } = openSqlite(data === undefined ? ":memory:" : join(data, "parley.db"));
  return prepared({ db, write: createWriter(db, control), dialect: "sqlite", revisionOf }, to);
}

async function prepared(store: Store, to: string | undefined): Promise<Store> {
  try {
    await migrate(store.db, store.dialect, to);
    return store;
  } catch (error) {
    await store.db.destroy();
    throw error;
  }
}
