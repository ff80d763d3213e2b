import { type Kysely, Migrator } from "kysely";
import * as initial from "./migrations/0001-initial.ts";
import type { Database } from "./schema.ts";

/** Every change of the tables, in order. A migration that has been released is never edited. */
const migrations = { "0001-initial": initial };

/** Brings the tables up to date; starting twice changes nothing. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
