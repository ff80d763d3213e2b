/** What the embedded store is asked, statement by statement. */
import type * as sqlite from "@photostructure/sqlite";

type Module = typeof sqlite;

/**
 * The SQLite library, telling of each statement that is run. For `vi.mock`, in a test file that counts statements: what
 * a request may ask of the store is then fixed, whatever the machine.
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
          // How large the store is, is looked at ten times a second at most, however much is asked.
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

/** The tables that statements read, each once, in the order of the alphabet. */
export const tablesRead = (statements: readonly string[]): string[] =>
  [
    ...new Set(
      statements.flatMap((sql) =>
        [...sql.matchAll(/\b(?:from|join) "(\w+)"/g)].map(([, table = ""]) => table),
      ),
    ),
  ].sort();
