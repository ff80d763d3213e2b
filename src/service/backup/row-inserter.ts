import type { Kysely } from "kysely";
import type { Database, NewRow } from "../store/schema.ts";
import type { RowLine } from "./lines.ts";
import { ImportRefused } from "./refused.ts";
import type { Table } from "./tables.ts";

/** One statement inserts at most this many rows, and about this many characters of text. */
const ROWS_AT_ONCE = 200;
const TEXT_AT_ONCE = 1_000_000;

/**
 * Inserts rows as they arrive, together with others of the same table.
 * @throws ImportRefused if a value has the wrong type for its column: SQLite would accept it
 */
export async function rowInserter(transaction: Kysely<Database>) {
  const integers = await integerColumns(transaction);
  let table: Table | undefined;
  let waiting: RowLine["row"][] = [];
  let size = 0;
  let count = 0;

  async function flush(): Promise<void> {
    // The columns are those of the export's version. The database refuses any other.
    if (table && waiting.length > 0)
      await transaction
        .insertInto(table)
        .values(waiting as unknown as NewRow<Table>[])
        .execute();
    waiting = [];
    size = 0;
  }

  return {
    async add(line: RowLine): Promise<void> {
      for (const [column, value] of Object.entries(line.row))
        if (value !== null && (typeof value === "number") !== integers.has(`${line.table}.${column}`))
          throw new ImportRefused(`a value of ${line.table}.${column.slice(0, 100)} has the wrong type`);
      if (line.table !== table) await flush();
      table = line.table;
      waiting.push(line.row);
      count++;
      for (const value of Object.values(line.row)) size += typeof value === "string" ? value.length : 1;
      if (waiting.length >= ROWS_AT_ONCE || size >= TEXT_AT_ONCE) await flush();
    },
    flush,
    count: () => count,
  };
}

/** In the form `table.column`. All other columns are text. */
async function integerColumns(db: Kysely<Database>): Promise<Set<string>> {
  const tables = await db.introspection.getTables();
  return new Set(
    tables.flatMap(({ name, columns }) =>
      columns
        .filter(({ dataType }) => !/text|char/i.test(dataType))
        .map((column) => `${name}.${column.name}`),
    ),
  );
}
