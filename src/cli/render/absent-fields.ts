/** Fields of `--fields` that nothing in the data has. Loaded only with that flag. */
import { isObject } from "../../contract/is-object.ts";
import { suggestion } from "../nearest.ts";
import { valueAt } from "./path.ts";
import { itemsOf } from "./rows.ts";
import type { View } from "./view.ts";

/** How many items are looked at for names that may be meant. */
const LOOKED_AT = 50;

/** A line for each, with what may be meant. Empty if there are no items, which then prove nothing. */
export function absentFields(data: unknown, view: View | undefined, fields: readonly string[]): string[] {
  const isList = view?.kind === "rows" || Array.isArray(data);
  const record = view?.kind === "record" && view.of ? valueAt(data, view.of) : data;
  const items = (isList ? itemsOf(data, view) : [record]).filter(isObject);
  if (items.length === 0) return [];
  const names = new Set(items.slice(0, LOOKED_AT).flatMap(Object.keys));
  return fields
    .filter((field) => items.every((item) => lacks(item, field)))
    .map((field) => `nothing here has the field ${field}${suggestion(field, names)}`);
}

/** What is null may have any field. */
function lacks(item: unknown, path: string): boolean {
  let value = item;
  for (const key of path.split(".")) {
    if (value === null) return false;
    if (typeof value !== "object" || !Object.hasOwn(value as object, key)) return true;
    value = (value as Record<string, unknown>)[key];
  }
  return false;
}
