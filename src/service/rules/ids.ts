import { notFound } from "../errors.ts";

/** The number of an id that may arrive as text; undefined for text that the id of nothing is written as. */
export function numberOf(id: number | string): number | undefined {
  const number = Number(id);
  return Number.isSafeInteger(number) && String(number) === String(id) ? number : undefined;
}

/** Every id once, in ascending order. */
export const distinct = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

const NAMED_MAXIMUM = 10;

/** Ids in words; of many the first ones, so that a refusal stays readable. */
export function listed(ids: readonly (number | string)[]): string {
  const rest = ids.length - NAMED_MAXIMUM;
  return ids.slice(0, NAMED_MAXIMUM).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** 404, naming the ids that were not found among `rows`. */
export function requireAll(what: string, ids: readonly number[], rows: readonly { readonly id: number }[]) {
  const known = new Set(rows.map((row) => row.id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw notFound(what, listed(unknown));
}
