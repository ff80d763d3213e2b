/** Walks the tree of commands. */
import { isGroup, type Node, type Tree } from "./tree/node.ts";
import { tree } from "./tree.ts";

interface Place {
  /** The words that lead to this node. */
  readonly path: readonly string[];
  /** Undefined for the program itself. */
  readonly node: Node | undefined;
  /** The remaining words. */
  readonly rest: readonly string[];
}

/** Follows words into the tree as long as they name something. */
export function findCommand(words: readonly string[]): Place {
  let children: Tree = tree;
  let node: Node | undefined;
  let depth = 0;
  for (const word of words) {
    const next = Object.hasOwn(children, word) ? children[word] : undefined;
    if (!next) break;
    depth++;
    node = next;
    children = isGroup(next) ? next.commands : {};
  }
  return { path: words.slice(0, depth), node, rest: words.slice(depth) };
}

/** Every group and command below `children`, each group before its commands. */
export function everyNode(
  children: Tree = tree,
  above: readonly string[] = [],
): { readonly path: readonly string[]; readonly node: Node }[] {
  return Object.entries(children).flatMap(([name, node]) => {
    const path = [...above, name];
    return [{ path, node }, ...(isGroup(node) ? everyNode(node.commands, path) : [])];
  });
}
