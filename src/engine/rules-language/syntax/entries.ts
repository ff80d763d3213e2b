import type { Cursor } from "./cursor.ts";

type Regex = { source: string; flags: string };

/**
 * `{ key: …, "key": … }`, if a brace comes next. `read` reads the value of each key. No key may occur twice.
 * With `patterns`, a key may also be a pattern between slashes.
 */
export function parseEntries(
  cursor: Cursor,
  read: (key: string, at: number, regex?: Regex) => void,
  { patterns = false } = {},
): { key: string; at: number }[] | undefined {
  if (!cursor.sign("{")) return undefined;
  const keys: { key: string; at: number }[] = [];
  if (cursor.sign("}")) return keys;
  do {
    const at = cursor.token.start;
    const regex = patterns ? cursor.take("regex", "a pattern between slashes") : undefined;
    const string = regex ? undefined : cursor.take("string", "a key");
    const key = regex?.text ?? string?.value ?? (cursor.take("word", "a key") ?? cursor.fail()).text;
    if (keys.some((earlier) => earlier.key === key)) cursor.failAt(at, `the key \`${key}\` appears twice`);
    keys.push({ key, at });
    cursor.expectSign(":");
    read(key, at, regex && { source: regex.source, flags: regex.flags });
  } while (cursor.sign(","));
  cursor.expectSign("}");
  return keys;
}

/** `[ …, … ]`, if a bracket comes next. */
export function parseItems<Item>(cursor: Cursor, read: () => Item): Item[] | undefined {
  if (!cursor.sign("[")) return undefined;
  const items: Item[] = [];
  if (cursor.sign("]")) return items;
  do items.push(read());
  while (cursor.sign(","));
  cursor.expectSign("]");
  return items;
}
