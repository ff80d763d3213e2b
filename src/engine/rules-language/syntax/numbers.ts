import type { Cursor } from "./cursor.ts";

/** A whole number from 0, if a number comes next. */
export function parseWhole(cursor: Cursor, what: string): number | undefined {
  const token = cursor.take("number", what);
  if (!token) return undefined;
  if (Number.isSafeInteger(token.value) && token.value >= 0) return token.value;
  return cursor.failAt(token.start, `${what} is a whole number from 0; found \`${token.text}\``);
}

/** A whole number from 1. */
export function parsePositive(cursor: Cursor, what: string): number {
  const at = cursor.token.start;
  const number = parseWhole(cursor, what) ?? cursor.fail();
  return number > 0 ? number : cursor.failAt(at, `${what} counts from 1; found \`0\``);
}
