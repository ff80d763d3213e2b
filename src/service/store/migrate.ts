import { type Kysely, Migrator } from "kysely";
import * as initial from "./migrations/0001-initial.ts";
import * as apiKeys from "./migrations/0010-api-keys.ts";
import * as jobOrigin from "./migrations/0020-job-origin.ts";
import * as recordingKeys from "./migrations/0030-recording-keys.ts";
import type { Database } from "./schema.ts";

export type Dialect = "sqlite" | "postgres";

/** Every change of the tables, in order. A migration that has been released is never edited. */
const migrations = {
  "0001-initial": initial,
  "0010-api-keys": apiKeys,
  "0020-job-origin": jobOrigin,
  "0030-recording-keys": recordingKeys,
};

/**
 * Brings the tables up to date; starting twice changes nothing. Processes that start at once over one PostgreSQL
 * database wait for each other, because Kysely's migrator takes a lock there.
 */
export async function migrate(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const ofDialect = Object.entries(migrations).map(([name, { up }]) => [
    name,
    { up: (tables: Kysely<unknown>) => up(tables, dialect) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(ofDialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
