/** The state of a customer's own system, as it tells it in JSON: tables, and what has become of them. */
import { canonicalJson, isSameJson } from "../../contract/canonical-json.ts";
import { groupBy } from "../../contract/group-by.ts";
import { isObject } from "../../contract/is-object.ts";
import { WORLD_LIMITS } from "../../contract/limits.ts";
import type { ConversationWorld } from "./state.ts";
import type { Change, Values } from "./world.ts";

export type Tables = Readonly<Record<string, readonly Values[]>>;
export type Keys = Readonly<Record<string, string>>;

/** What the system told, or why that could not be read. */
export type Reading = { readonly tables: Tables } | { readonly unread: string };

/** The column of a row whose name is that of a member: `{"A7": {"seats": 2}}`. */
const MEMBER = "key";

/**
 * The tables in the JSON of a system: each member of the object is one. A list has a row for each item, an object of
 * objects a row for each member, and anything else is one row. Nothing is left out, so no change can go unseen.
 */
export function tablesIn(answer: unknown): Reading {
  if (Array.isArray(answer)) return tablesIn({ rows: answer });
  if (!isObject(answer)) return { unread: "the answer is not a JSON object with the tables" };
  const tables = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, rowsIn(value)]));
  const rows = Object.values(tables).reduce((sum, { length }) => sum + length, 0);
  return rows > WORLD_LIMITS.rows
    ? { unread: `the answer has ${rows} rows, more than ${WORLD_LIMITS.rows} (limit: rows)` }
    : { tables };
}

const rowsIn = (value: unknown): Values[] => {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? item : { value: item }));
  if (!isObject(value)) return [{ value }];
  const members = Object.entries(value);
  return members.every(([, item]) => isObject(item))
    ? members.map(([name, item]) => ({ [MEMBER]: name, ...(item as Values) }))
    : [value];
};

/** What has become of the tables. A row is the same if its key is, and without a key if all of it is. */
export function worldBetween(
  before: Tables,
  after: Tables,
  keys: Keys,
): ConversationWorld | { readonly unread: string } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes: Change[] = [];
  for (const table of names) {
    const [first, last] = [before[table], after[table]];
    if (!first || !last) return { unread: `only one of the two answers has ${table}` };
    const key = keyOf(table, [first, last], keys);
    if (typeof key === "object") return key;
    changes.push(
      ...changesOf(table, first, last, (row) => canonicalJson(key === undefined ? row : row[key])),
    );
  }
  return {
    tables: Object.fromEntries(names.map((name) => [name, { rows: [...(before[name] ?? [])] }])),
    calls: changes.length > 0 ? [{ call: null, changes }] : [],
  };
}

/** The column that names a row. Undefined if none does. */
function keyOf(
  table: string,
  lists: readonly (readonly Values[])[],
  keys: Keys,
): string | undefined | { readonly unread: string } {
  const named = keys[table];
  const names = (column: string) =>
    lists.every((rows) => {
      const values = new Set(rows.map((row) => canonicalJson(row[column] ?? null)));
      return values.size === rows.length && !values.has("null");
    });
  if (named === undefined) return ["id", MEMBER].find(names);
  return names(named)
    ? named
    : { unread: `${named} does not name a row of ${table}: some have none, or the same (state_probe.keys)` };
}

function changesOf(
  table: string,
  before: readonly Values[],
  after: readonly Values[],
  keyOfRow: (row: Values) => string,
): Change[] {
  const left = groupBy(
    before.map((values, at) => ({ row: at + 1, values })),
    ({ values }) => keyOfRow(values),
  );
  const changes: Change[] = [];
  let next = before.length;
  for (const values of after) {
    const row = left.get(keyOfRow(values))?.shift();
    if (!row) changes.push({ table, row: ++next, before: null, after: values });
    else if (!isSameJson(row.values, values))
      changes.push({ table, row: row.row, before: row.values, after: values });
  }
  const gone = [...left.values()]
    .flat()
    .map(({ row, values }) => ({ table, row, before: values, after: null }));
  return [...changes, ...gone];
}
