import { createHash } from "node:crypto";
import { type Kysely, Migrator, sql } from "kysely";
import { up as initial } from "./migrations/initial.ts";
import { tables } from "./migrations/tables.ts";
import type { Database, Dialect } from "./schema.ts";

/** Until the first release, the tables may change under one number: a store with others is from an earlier build. */
const digest = createHash("sha256").update(tables("")).digest("hex").slice(0, 8);

/** Every change of the tables, in order. A migration that has been released is never edited. */
const migrations = { [`1000-initial-${digest}`]: initial };

/** Name of the last migration. */
export const newestMigration: string = Object.keys(migrations).sort().at(-1) ?? "";

/** Where a migration is in the order of all. */
const numberOf = (migration: string) => migration.slice(0, 4);

/** The tables are newer than this version knows. */
class StoreNewer extends Error {
  override readonly name = "StoreNewer";
}

/** The tables are from before the first release. */
class StoreUnreleased extends Error {
  override readonly name = "StoreUnreleased";
}

/** @throws StoreNewer, StoreUnreleased unless this version has the migration */
function requireKnown(migration: string): void {
  if (Object.hasOwn(migrations, migration)) return;
  if (numberOf(migration) > numberOf(newestMigration))
    throw new StoreNewer(
      `the tables are newer (${migration}) than this version of parley (${newestMigration})`,
    );
  throw new StoreUnreleased(
    "the store is from a build before parley's first release, which this version cannot use",
  );
}

/**
 * Updates the tables; starting twice changes nothing. Processes that start at the same time with one PostgreSQL
 * database wait for each other, because Kysely's migrator takes a lock there.
 * @throws StoreNewer, StoreUnreleased
 */
export async function migrate(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const ofDialect = Object.entries(migrations).map(([name, up]) => [
    name,
    { up: (tables: Kysely<unknown>) => up(tables, dialect) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(ofDialect) };
  for (const migration of await migrationsOf(db)) requireKnown(migration);
  if (dialect === "postgres") return run(new Migrator({ db, provider }));
  // Kysely does not use a transaction for migrations on SQLite, but one works: after a kill, all of the changes are
  // there, or none.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await run(new Migrator({ db: connection, provider }));
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

/** The migrations of these tables, the newest first. Other versions may have run them. */
async function migrationsOf(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function run(migrator: Migrator): Promise<void> {
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
