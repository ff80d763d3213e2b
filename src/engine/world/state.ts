/** The tables of one conversation: those of its world, and what the calls of its tools have made of them. */
import { isSameJson } from "../../contract/canonical-json.ts";
import type { Output } from "../../contract/types.ts";
import type { Change, Row, Table, Values } from "./world.ts";

/** The tables as a conversation found them, and what has changed in them. */
export interface ConversationWorld {
  readonly tables: Output<"World">["tables"];
  readonly calls: readonly ChangingCall[];
}

export interface State {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}

/** The tables after these changes, in the order in which they were made. */
export function stateAfter(
  tables: ReadonlyMap<string, Pick<Table, "rows">>,
  changes: readonly Change[],
): State {
  const rows = new Map<string, readonly Row[]>();
  for (const [name, table] of tables) rows.set(name, table.rows);
  const draft = new Draft({ rows });
  for (const { table, row, after } of changes) draft.put(table, row, after);
  return draft;
}

/** A state that can be changed. Tables are copied when they first change. */
export class Draft implements State {
  readonly rows: Map<string, readonly Row[]>;
  private readonly own = new Map<string, Row[]>();
  private readonly before = new Map<string, Change>();

  constructor({ rows }: State) {
    this.rows = new Map(rows);
  }

  /** The values of a row; undefined if it is gone. */
  valuesOf(table: string, number: number): Values | undefined {
    const rows = this.rows.get(table) ?? [];
    const row = rows[placeOf(rows, number)];
    return row?.number === number ? row.values : undefined;
  }

  /** The number of the next row of a table. Rows that were deleted keep theirs. */
  nextNumber({ name, rows }: Pick<Table, "name" | "rows">): number {
    const last = (list: readonly Row[]) => list.at(-1)?.number ?? 0;
    return Math.max(last(rows), last(this.rows.get(name) ?? [])) + 1;
  }

  /** Writes a row, or removes it. */
  put(table: string, number: number, after: Values | null): void {
    const rows = this.own.get(table) ?? [...(this.rows.get(table) ?? [])];
    this.own.set(table, rows);
    this.rows.set(table, rows);
    const place = placeOf(rows, number);
    const row = rows[place]?.number === number ? rows[place] : undefined;
    const key = `${table} ${number}`;
    const { before } = this.before.get(key) ?? { before: row?.values ?? null };
    this.before.set(key, { table, row: number, before, after });
    if (after === null) rows.splice(place, row ? 1 : 0);
    else rows.splice(place, row ? 1 : 0, { number, values: after });
  }

  /** What has become of each row since the draft was made, without what has come back to what it was. */
  changes(): Change[] {
    return [...this.before.values()].filter(({ before, after }) => !isSameJson(before, after));
  }
}

/** Where a row is, or would be. Rows are in the order of their numbers. */
function placeOf(rows: readonly Row[], number: number): number {
  let [first, beyond] = [0, rows.length];
  while (first < beyond) {
    const middle = (first + beyond) >> 1;
    if ((rows[middle]?.number ?? 0) < number) first = middle + 1;
    else beyond = middle;
  }
  return first;
}

/** What became of one row, from the beginning of the conversation to its end. */
export interface Difference extends Change {
  readonly change: "added" | "changed" | "removed";
  /** The positions of the calls that made it, from 1, in the log of tool calls. */
  readonly calls: readonly number[];
}

export interface ChangingCall {
  /** The position in the log of tool calls, from 1. Null if nobody knows which call it was. */
  readonly call: number | null;
  readonly changes: readonly Change[];
}

/** The difference of the tables, row by row. A row that is again what it was is not in it. */
export function differenceOf(calls: readonly ChangingCall[]): Difference[] {
  const found = new Map<string, Change & { calls: number[] }>();
  for (const { call, changes } of calls)
    for (const change of changes) {
      const key = `${change.table} ${change.row}`;
      const earlier = found.get(key);
      found.set(key, {
        ...change,
        before: earlier ? earlier.before : change.before,
        calls: [...(earlier?.calls ?? []), ...(call === null ? [] : [call])],
      });
    }
  return [...found.values()]
    .filter(({ before, after }) => !isSameJson(before, after))
    .map((one) => ({
      ...one,
      change: one.before === null ? "added" : one.after === null ? "removed" : "changed",
    }));
}
