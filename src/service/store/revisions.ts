import type { Database } from "./schema.ts";

export type Table = keyof Database;

/**
 * A number that changes when rows of one of the tables may have changed: while it stays the same, earlier reads are
 * still valid. Undefined if this is unknown.
 * @param old_ms how old the number may be: 0, the default, includes everything that was committed before the call
 */
export type RevisionOf = (tables: readonly Table[], old_ms?: number) => number | Promise<number | undefined>;

export interface Revisions {
  readonly of: RevisionOf;
  /** Records that a statement was run. */
  ran(effect: Effect): void;
}

/** The effect of a statement: it changes rows of one table, or nothing, or its text does not tell. */
type Effect = Table | "nothing" | "anything";

/** Statements as Kysely writes them: names in quotes, and nothing before the verb. */
const CHANGE = /^(?:insert into|update|delete from) "(\w+)"/;
const HARMLESS = /^(?:select|begin|commit|savepoint|release|rollback|pragma)\b/;

/** What a statement changes, by its text. Rows deleted through a foreign key are not included; their parent's table is. */
export function effectOf(sql: string): Effect {
  const table = CHANGE.exec(sql)?.[1];
  if (table !== undefined) return table as Table;
  return HARMLESS.test(sql) ? "nothing" : "anything";
}

/**
 * Counts changes when they are made, not when they are committed: reads in between come before them, or wait for the
 * end of the transaction.
 * @param dataVersion SQLite's own number, which changes with the commits of other processes
 */
export function createRevisions(dataVersion: () => number): Revisions {
  const counts = new Map<Table, number>();
  let others = 0;
  let data_version = dataVersion();
  let asked = false;

  /**
   * Read once per turn of the event loop: requests that arrive in one turn were sent before anything that ends after
   * it.
   */
  function askForOthers(): void {
    if (asked) return;
    asked = true;
    setImmediate(() => {
      asked = false;
    });
    const version = dataVersion();
    if (version !== data_version) others++;
    data_version = version;
  }

  return {
    of(tables) {
      askForOthers();
      // Each part only ever grows, so equal sums mean equal parts.
      return tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), others);
    },
    ran(effect) {
      if (effect === "anything") others++;
      else if (effect !== "nothing") counts.set(effect, (counts.get(effect) ?? 0) + 1);
    },
  };
}
