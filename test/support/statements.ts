/** The statements that the embedded store runs. */
import type * as sqlite from "@photostructure/sqlite";

type Module = typeof sqlite;

/**
 * The SQLite library, but it reports each statement. For `vi.mock`, in a test file that counts statements, so
 * that a request's queries are fixed on every machine.
 */
export function recordingSqlite(original: Module, ran: (sql: string) => void): Module {
  class RecordingDatabase extends original.DatabaseSync {
    override exec(sql: string) {
      ran(sql);
      super.exec(sql);
    }

    override prepare(sql: string) {
      const statement = super.prepare(sql);
      return new Proxy(statement, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          if (name !== "all" && name !== "run" && name !== "get") return value.bind(target);
          // The size of the store is checked at most ten times a second, however many queries there are.
          if (/\bpragma_page_count\b/.test(sql)) return value.bind(target);
          return (...values: unknown[]) => {
            ran(sql);
            return value.apply(target, values);
          };
        },
      });
    }
  }
  return { ...original, DatabaseSync: RecordingDatabase as Module["DatabaseSync"] };
}

/** The tables that statements read, in alphabetical order without repetitions. */
export const tablesRead = (statements: readonly string[]): string[] =>
  [
    ...new Set(
      statements.flatMap((sql) =>
        [...sql.matchAll(/\b(?:from|join) "(\w+)"/g)].map(([, table = ""]) => table),
      ),
    ),
  ].sort();
