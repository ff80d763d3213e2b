import { sanitizeLine } from "../terminal/sanitize.ts";
import { valueAt } from "./path.ts";
import type { Column, View } from "./view.ts";

/** A grid of cells with titles: what tables, tab-separated text and CSV have in common. */
export interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Rows of the data, with the view's columns or the requested `fields`. */
export function toGrid(data: unknown, view: View | undefined, fields: readonly string[] | undefined): Grid {
  const items = itemsOf(data, view);
  const columns = (fields ?? (view?.kind === "rows" ? view.columns : keysOf(items))).map(toColumn);
  return { columns, rows: items.map((item) => columns.map((column) => cell(item, column))) };
}

/** The list in the data: the one that the view names, the data itself, or the data as the only item. */
export function itemsOf(data: unknown, view: View | undefined): readonly unknown[] {
  const within = view?.kind === "rows" && view.rows && !Array.isArray(data);
  const value = within ? valueAt(data, view.rows) : data;
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

const toColumn = (column: Column | string): Column =>
  typeof column === "string" ? { title: column, value: column } : column;

function keysOf(items: readonly unknown[]): string[] {
  const keys = new Set<string>();
  for (const item of items)
    for (const key of typeof item === "object" && item !== null ? Object.keys(item) : ["value"])
      keys.add(key);
  return [...keys];
}

function cell(item: unknown, { value }: Column): unknown {
  if (typeof value === "function") return (value as (row: unknown) => unknown)(item);
  if (typeof item !== "object" || item === null) return value === "value" ? item : undefined;
  return valueAt(item, value);
}

/** A value as one line of text, safe for a terminal. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return sanitizeLine(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null))
    return value.map(toText).join(", ");
  const isScalar = typeof value !== "object" || value instanceof Number;
  return sanitizeLine(isScalar ? String(value) : JSON.stringify(value));
}
