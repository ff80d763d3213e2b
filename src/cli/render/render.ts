/** Turns data into text: one renderer for every command and format. */
import type { Paint } from "../terminal/colour.ts";
import { escapeControls, sanitize } from "../terminal/sanitize.ts";
import { valueAt } from "./path.ts";
import { type Grid, itemsOf, toGrid, toText } from "./rows.ts";
import type { Output, View } from "./view.ts";

export interface RenderOptions {
  readonly output: Output;
  readonly fields: readonly string[] | undefined;
  readonly query: string | undefined;
  /** A string is printed without quotes, whatever the output. */
  readonly raw?: boolean;
  /** The terminal that shows it; absent if the output is piped. */
  readonly screen: { readonly columns: number; readonly paint: Paint } | undefined;
  readonly now: Date;
}

/** @throws Failure (failed) if the query does not fit the data; `checkQuery` has checked the query before */
export async function render(data: unknown, view: View | undefined, options: RenderOptions): Promise<string> {
  const { query, output, fields, raw, screen } = options;
  if (query !== undefined) {
    const { applyQuery } = await import("./query.ts");
    const result = applyQuery(data, query);
    if (typeof result === "string" && (raw || output === "table"))
      return endLine(screen ? sanitize(result) : result);
    return format(result, undefined, options);
  }
  return format(output === "table" || !fields ? data : pick(data, view, fields), view, options);
}

async function format(data: unknown, view: View | undefined, options: RenderOptions): Promise<string> {
  const { output, fields } = options;
  switch (output) {
    case "json":
      return `${escapeControls((await writer(data))(data ?? null, 2))}\n`;
    case "jsonl": {
      const write = await writer(data);
      return itemsOf(data, view)
        .map((item) => `${escapeControls(write(item))}\n`)
        .join("");
    }
    case "yaml": {
      const { writeYaml } = await import("../yaml/write.ts");
      return writeYaml(data);
    }
    case "csv": {
      const { renderCsv } = await import("./csv.ts");
      return renderCsv(toGrid(data, view, fields));
    }
    case "table":
      return forPeople(data, view, options);
  }
}

async function forPeople(data: unknown, view: View | undefined, options: RenderOptions): Promise<string> {
  const { fields, screen, now } = options;
  if (view?.kind === "yaml" && !fields) return format(data, view, { ...options, output: "yaml" });
  if (view?.kind === "text" && !fields) return words(await view.text(data, screen?.columns), view, screen);
  if (isScalar(data)) return endLine(toText(data));
  if (view?.kind !== "rows" && Array.isArray(data) && data.every(isScalar))
    return data.map((item) => `${toText(item)}\n`).join("");
  if (screen && view && "terminal" in view && view.terminal && !fields)
    return words(view.terminal(data, screen.columns), { kind: "text", text: String, wraps: true }, screen);
  const record = recordOf(data, view, fields);
  if (record)
    return screen
      ? (await table()).renderRecord(record, screen.paint, view?.kind === "record" ? view.absent : undefined)
      : tabbed(Object.entries(record));
  const grid = toGrid(peopleSee(data, view), view, fields);
  if (!screen) return plain(grid);
  if (grid.rows.length === 0) return `${view?.kind === "rows" && view.empty ? view.empty : "none"}\n`;
  const { renderTable, DRAWN_MAXIMUM } = await table();
  if (grid.rows.length > DRAWN_MAXIMUM) return plain(grid);
  return renderTable(grid, screen.columns, screen.paint, now);
}

/** The rows that a person sees. */
function peopleSee(data: unknown, view: View | undefined): unknown {
  if (view?.kind !== "rows" || !view.shown) return data;
  const shown = view.shown.bind(view) as (rows: readonly unknown[]) => readonly unknown[];
  return shown(itemsOf(data, view));
}

async function words(
  text: string,
  { exact, wraps, paint }: TextView,
  screen: RenderOptions["screen"],
): Promise<string> {
  if (exact && !screen) return text;
  const clean = endLine(sanitize(text));
  const harmless =
    wraps && screen ? (await import("../terminal/wrap.ts")).wrap(clean, screen.columns) : clean;
  return screen && paint ? paint(harmless, screen.paint) : harmless;
}

type TextView = Extract<View, { kind: "text" }>;

type Write = (value: unknown, indent?: number) => string;

/** Uses JSON.stringify, unless a number needs a writer that keeps every digit. */
const writer = async (data: unknown): Promise<Write> =>
  holdsExact(data)
    ? (await import("../../contract/exact-number.ts")).stringifyExactly
    : (value, indent) => JSON.stringify(value, null, indent);

const holdsExact = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (value instanceof Number || Object.values(value).some(holdsExact));

const table = () => import("./table.ts");
const isScalar = (value: unknown) => typeof value !== "object" || value === null || value instanceof Number;
const endLine = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
const plain = ({ columns, rows }: Grid) => tabbed([columns.map(({ title }) => title), ...rows]);

const tabbed = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => `${row.map(toText).join("\t")}\n`).join("");

/** The object to show with one line per field, if the data is shown in that way. */
function recordOf(
  data: unknown,
  view: View | undefined,
  fields: readonly string[] | undefined,
): object | undefined {
  if (isList(data, view)) return undefined;
  const [record] = shownItems(data, view);
  if (typeof record !== "object" || record === null) return undefined;
  return fields ? Object.fromEntries(fields.map((field) => [field, valueAt(record, field) ?? ""])) : record;
}

/** The chosen fields of each item, with the names as given. */
function pick(data: unknown, view: View | undefined, fields: readonly string[]): unknown {
  const fieldsIn = (item: unknown) =>
    Object.fromEntries(fields.map((field) => [field, valueAt(item, field) ?? null]));
  const items = shownItems(data, view);
  return isList(data, view) ? items.map(fieldsIn) : fieldsIn(items[0]);
}

const isList = (data: unknown, view: View | undefined) => view?.kind === "rows" || Array.isArray(data);

/** The items whose fields are shown: those of a list, or the one record. */
export function shownItems(data: unknown, view: View | undefined): readonly unknown[] {
  if (isList(data, view)) return itemsOf(data, view);
  return [view?.kind === "record" && view.of ? valueAt(data, view.of) : data];
}

/** The `fields` that no item has. Empty without items, which prove nothing; what is null may have any field. */
export function absentFields(
  data: unknown,
  view: View | undefined,
  fields: readonly string[],
): readonly string[] {
  const items = shownItems(data, view);
  return items.length === 0 ? [] : fields.filter((field) => items.every((item) => lacks(item, field)));
}

function lacks(item: unknown, path: string): boolean {
  let value = item;
  for (const key of path.split(".")) {
    if (value === null || value === undefined) return false;
    if (typeof value !== "object" || !Object.hasOwn(value, key)) return true;
    value = (value as Record<string, unknown>)[key];
  }
  return false;
}
