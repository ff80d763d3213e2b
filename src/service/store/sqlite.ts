import { DatabaseSync } from "@photostructure/sqlite";
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import { LRUCache } from "lru-cache";
import { hasLostHeader } from "./log-header.ts";
import { createRevisions, effectOf, type RevisionOf, type Revisions } from "./revisions.ts";
import { limitedRows, ROWS_MAXIMUM } from "./row-limit.ts";
import type { Database } from "./schema.ts";
import { allowShrinking, keepSmall } from "./shrink.ts";
import type { Control } from "./writer.ts";

/** How many statements are kept prepared. Queries come from a fixed set of code paths; lists of ids add a few more. */
const STATEMENTS_KEPT = 500;

export interface EmbeddedStore {
  readonly db: Kysely<Database>;
  readonly revisionOf: RevisionOf;
  readonly control: Control;
  /** Whether there are no tables. */
  isEmpty(): boolean;
  /** Moves the contents of the write-ahead log into the database itself, unless somebody else is using it right now. */
  emptyLog(): void;
}

/**
 * Opens the embedded store with WAL and `synchronous=FULL`, so that whatever was acknowledged survives a power cut.
 * @param file path of the database, or ":memory:"
 */
export function openSqlite(file: string): EmbeddedStore {
  if (hasLostHeader(file))
    throw new StoreDamaged(`${file}-wal: its header is damaged, so the latest changes would be lost`);
  const sqlite = new DatabaseSync(file);
  // First: another process may have the store open.
  sqlite.exec("pragma busy_timeout = 5000");
  allowShrinking(sqlite);
  sqlite.exec("pragma journal_mode = wal");
  sqlite.exec("pragma synchronous = full");
  sqlite.exec("pragma foreign_keys = on");
  refuseDamaged(sqlite, file);
  const version = sqlite.prepare("pragma data_version");
  const revisions = createRevisions(() => (version.get() as { data_version: number }).data_version);
  const database = adapt(sqlite, revisions);
  return {
    db: new Kysely<Database>({ dialect: new SqliteDialect({ database }) }),
    revisionOf: revisions.of,
    control(statement) {
      // SQLite runs a pragma when it is prepared: one that is kept would do nothing the second time.
      if (statement.startsWith("pragma")) sqlite.exec(statement);
      else database.prepare(statement).run([]);
    },
    isEmpty: () => sqlite.prepare("select 1 from sqlite_master limit 1").get() === undefined,
    emptyLog: () => emptyWal(sqlite),
  };
}

/** Otherwise a damaged page would show only when something reads it and fails: better at the start. */
function refuseDamaged(sqlite: Sqlite, file: string): void {
  const [check] = sqlite.prepare("pragma quick_check(1)").all() as { quick_check: string }[];
  if (check?.quick_check === "ok") return;
  sqlite.close();
  throw new StoreDamaged(`${file}: ${check?.quick_check}`);
}

/** The database cannot be trusted. */
export class StoreDamaged extends Error {
  override readonly name = "StoreDamaged";
}

/** Closing would do this if no prepared statements remained. What cannot be moved now is moved at the next start. */
function emptyWal(sqlite: Sqlite): void {
  try {
    sqlite.exec("pragma wal_checkpoint(truncate)");
  } catch {
    // The disk is full or another process is reading: the log keeps its contents.
  }
}

type Sqlite = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Sqlite["prepare"]>;
type Values = Parameters<Statement["all"]>;

/** The API of `node:sqlite` as Kysely's dialect expects a database. */
function adapt(sqlite: Sqlite, revisions: Revisions): SqliteDatabase {
  const kept = new LRUCache<string, SqliteStatement>({ max: STATEMENTS_KEPT });
  const stopShrinking = keepSmall(sqlite);
  const isLarge = watchSize(sqlite);
  return {
    close() {
      stopShrinking();
      emptyWal(sqlite);
      sqlite.close();
    },
    prepare(sql) {
      const cached = kept.get(sql);
      if (cached) return cached;
      const effect = effectOf(sql);
      const statement = adaptStatement(sqlite.prepare(sql), isLarge, () => revisions.ran(effect));
      kept.set(sql, statement);
      return statement;
    },
  };
}

/** How often the size of the store is looked at. */
const LOOK_MS = 100;

/**
 * Returns a function that says whether the store holds more than one query may read. Only then are rows
 * counted, because counting takes as long as reading.
 */
function watchSize(sqlite: Sqlite): () => boolean {
  const pages = sqlite.prepare(
    "select page_count * page_size as bytes from pragma_page_count, pragma_page_size",
  );
  let looked = Number.NEGATIVE_INFINITY;
  let isLarge = false;
  return () => {
    const now = performance.now();
    if (now - looked < LOOK_MS) return isLarge;
    looked = now;
    isLarge = (pages.get() as { bytes: number }).bytes > ROWS_MAXIMUM;
    return isLarge;
  };
}

function adaptStatement(statement: Statement, isLarge: () => boolean, ran: () => void): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all(values) {
      ran();
      if (!isLarge()) return statement.all(...(values as Values));
      return limitedRows(statement.iterate(...(values as Values)));
    },
    run(values) {
      ran();
      return statement.run(...(values as Values)) as { changes: number; lastInsertRowid: number };
    },
    iterate: (values) => statement.iterate(...(values as Values)),
  };
}
