/** Where in a YAML document a path of its value is. */
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, type Pair, type YAMLMap } from "yaml";
import type { Aliases } from "./aliases.ts";
import type { Path } from "./parsed.ts";

/** A document as it is written. */
export interface Tree {
  readonly contents: unknown;
  readonly aliases: Aliases;
}

/** Offset of a path's value, or of its key; failing that of the nearest parent that exists. */
export function offsetOf(tree: Tree, path: Path, ofKey = false): number {
  let node = tree.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const whole = followed(tree, node);
    const pair = isMap(whole) ? findPair(tree, whole, String(step)) : undefined;
    node = isSeq(whole) ? whole.items[Number(step)] : pair?.value;
    const key = startOf(pair?.key);
    offset = (ofKey && depth === path.length - 1 ? key : startOf(node)) ?? key ?? offset;
  }
  return offset;
}

/** The scalar at a path as it is written. */
export function writtenAt(tree: Tree, path: Path): string | undefined {
  let node = tree.contents;
  for (const step of path) {
    const whole = followed(tree, node);
    if (isMap(whole)) node = findPair(tree, whole, String(step))?.value;
    else node = isSeq(whole) ? whole.items[Number(step)] : undefined;
  }
  const found = followed(tree, node);
  return isScalar(found) ? found.source : undefined;
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

const followed = ({ aliases }: Tree, node: unknown): unknown => (isAlias(node) ? aliases.get(node) : node);

/** The pair of a key: the mapping's own, else one that a merge key brings in. */
function findPair(tree: Tree, map: YAMLMap, name: string): Pair | undefined {
  const own = map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  if (own) return own;
  // The value of a merge key is a symbol.
  for (const { value } of map.items.filter(({ key }) => isScalar(key) && key.source === "<<")) {
    const merged = followed(tree, value);
    for (const source of isSeq(merged) ? merged.items : [merged]) {
      const whole = followed(tree, source);
      const pair = isMap(whole) ? findPair(tree, whole, name) : undefined;
      if (pair && isPair(pair)) return pair;
    }
  }
  return undefined;
}
