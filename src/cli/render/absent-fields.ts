/** The warnings about fields of `--fields` that nothing in the data has. Loaded only if there is one. */
import { isObject } from "../../contract/is-object.ts";
import { suggestion } from "../nearest.ts";

/** How many items are looked at for names that may be meant. */
const ITEMS_SEARCHED = 50;

/** A line for each field, with the name that may be meant. */
export function absentFieldLines(absent: readonly string[], items: readonly unknown[]): string[] {
  const names = new Set(items.slice(0, ITEMS_SEARCHED).filter(isObject).flatMap(Object.keys));
  return absent.map((field) => `nothing here has the field ${field}${suggestion(field, names)}`);
}
