import type { Cursor } from "./cursor.ts";

/**
 * `{ key: …, "key": … }`, if a brace comes next. `read` reads the value of each key. No key may occur twice.
 */
export function parseEntries(
  cursor: Cursor,
  read: (key: string, at: number) => void,
): { key: string; at: number }[] | undefined {
  if (!cursor.sign("{")) return undefined;
  const keys: { key: string; at: number }[] = [];
  if (cursor.sign("}")) return keys;
  do {
    const at = cursor.token.start;
    const string = cursor.take("string", "a key");
    const key = string ? string.value : (cursor.take("word", "a key") ?? cursor.fail()).text;
    if (keys.some((earlier) => earlier.key === key)) cursor.failAt(at, `the key \`${key}\` appears twice`);
    keys.push({ key, at });
    cursor.expectSign(":");
    read(key, at);
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
