import type { Kysely } from "kysely";
import type { Database, NewRow } from "../store/schema.ts";
import type { RowLine } from "./lines.ts";
import type { Table } from "./tables.ts";

/** One statement takes so many rows and, by their texts, about so many characters. */
const ROWS_AT_ONCE = 200;
const TEXT_AT_ONCE = 1_000_000;

/** Inserts rows as they come, those of one table together. */
export function rowInserter(transaction: Kysely<Database>) {
  let table: Table | undefined;
  let waiting: RowLine["row"][] = [];
  let size = 0;
  let count = 0;

  async function flush(): Promise<void> {
    // The columns are those of the table when the export was written; the database refuses any other.
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
