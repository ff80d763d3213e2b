/** Where in a YAML document a path of its value is. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
} from "yaml";
import type { Path } from "./parsed.ts";

/** Offset of a path's value, or of its key; failing that of the nearest parent that exists. */
export function offsetOf(document: Document.Parsed, path: Path, ofKey = false): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const whole = followed(document, node);
    const pair = isMap(whole) ? findPair(document, whole, String(step)) : undefined;
    node = isSeq(whole) ? whole.items[Number(step)] : pair?.value;
    const key = startOf(pair?.key);
    offset = (ofKey && depth === path.length - 1 ? key : startOf(node)) ?? key ?? offset;
  }
  return offset;
}

/** The scalar at a path as it is written. */
export function writtenAt(document: Document.Parsed, path: Path): string | undefined {
  let node: unknown = document.contents;
  for (const step of path) {
    const whole = followed(document, node);
    if (isMap(whole)) node = findPair(document, whole, String(step))?.value;
    else node = isSeq(whole) ? whole.items[Number(step)] : undefined;
  }
  const found = followed(document, node);
  return isScalar(found) ? found.source : undefined;
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

const followed = (document: Document.Parsed, node: unknown): unknown =>
  isAlias(node) ? node.resolve(document) : node;

/** The pair of a key: the mapping's own, else one that a merge key brings in. */
function findPair(document: Document.Parsed, map: YAMLMap, name: string): Pair | undefined {
  const own = map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  if (own) return own;
  // The value of a merge key is a symbol.
  for (const { value } of map.items.filter(({ key }) => isScalar(key) && key.source === "<<")) {
    const merged = followed(document, value);
    for (const source of isSeq(merged) ? merged.items : [merged]) {
      const whole = followed(document, source);
      const pair = isMap(whole) ? findPair(document, whole, name) : undefined;
      if (pair && isPair(pair)) return pair;
    }
  }
  return undefined;
}
