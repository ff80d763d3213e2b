import type { Matcher, StateCondition } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { parseEntries, parseItems } from "./entries.ts";
import { parseOccurrences } from "./event.ts";
import { parseMatcher } from "./matcher.ts";

/**
 * A condition on the tables of a world: `state bookings has {day: friday}`, with how often after it;
 * `state bookings never has …`; `state bookings changed`, `state bookings never changed`;
 * `state changed only {bookings: [{…}]}`.
 */
export function parseState(
  cursor: Cursor,
): StateCondition | { kind: "not"; term: StateCondition } | undefined {
  const at = cursor.token.start;
  if (!cursor.word("state")) return undefined;
  if (cursor.token.text.toLowerCase() === "changed" && cursor.next.text.toLowerCase() === "only")
    return parseChangedOnly(cursor, at);
  const table = (cursor.take("word", "the name of a table") ?? cursor.fail()).text;
  const never = cursor.word("never") !== undefined;
  if (cursor.expectWord("has", "changed") === "changed") {
    const changed = { kind: "changed", table, at } as const;
    return never ? { kind: "not", term: changed } : changed;
  }
  const matcher = withBareWords(cursor, () => parseMatcher(cursor, "object"));
  return { kind: "has", table, matcher, ...(never ? { min: 0, max: 0 } : parseOccurrences(cursor)), at };
}

function parseChangedOnly(cursor: Cursor, at: number): StateCondition {
  cursor.expectWord("changed");
  cursor.expectWord("only");
  const tables: { table: string; matchers: Matcher[] }[] = [];
  const read = () => withBareWords(cursor, () => parseMatcher(cursor, "object"));
  const keys = parseEntries(cursor, (table) => {
    tables.push({ table, matchers: parseItems(cursor, read) ?? cursor.fail() });
  });
  return keys ? { kind: "changed_only", tables, at } : cursor.fail();
}

function withBareWords<T>(cursor: Cursor, read: () => T): T {
  cursor.bare_words = true;
  try {
    return read();
  } finally {
    cursor.bare_words = false;
  }
}
