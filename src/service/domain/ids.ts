import { notFound } from "../errors.ts";

/** The number of an id that may be text. Undefined for text that cannot be an id. */
export function numberOf(id: number | string): number | undefined {
  const number = Number(id);
  return Number.isSafeInteger(number) && String(number) === String(id) ? number : undefined;
}

/** Ids without repetitions, in ascending order. */
export const distinct = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** How many ids a refusal lists. */
const NAMED = 10;

/** Ids as a list in words. Long lists are cut. */
export function listed(ids: readonly (number | string)[]): string {
  const named = ids.slice(0, NAMED).join(", ");
  return ids.length > NAMED ? `${named} and ${ids.length - NAMED} more` : named;
}

/** 404, naming the ids that are not among `rows`. */
export function requireAll<T extends number | string>(
  what: string,
  ids: readonly T[],
  rows: readonly { readonly id: T }[],
): void {
  const existing = new Set(rows.map((row) => row.id));
  const unknown = ids.filter((id) => !existing.has(id));
  if (unknown.length > 0) throw notFound(what, listed(unknown));
}
