/** Anchors and aliases of a document: where each alias leads, and which must not be followed. */
import { type Alias, type Document, isAlias, isCollection, isNode, isPair, type Node } from "yaml";

/** What each alias stands for. */
export type Aliases = ReadonlyMap<Alias, Node>;

export interface AliasFault {
  readonly offset: number;
  readonly message: string;
}

/** Following aliases may not make a document larger than anyone writes: so many nodes, or so many times its own. */
const NODES_MINIMUM = 10_000;
const GROWTH_MAXIMUM = 10;
/** Making the value looks for the anchor of each alias among all of them: the time grows with the square. */
const ALIASES_MAXIMUM = 20_000;

/** Where aliases lead; the first without an anchor, within its own anchor, or of a size that grows without bounds. */
export function followAliases(document: Document.Parsed): {
  readonly aliases: Aliases;
  readonly fault?: AliasFault;
} {
  const aliases = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  const sizes = new Map<unknown, number>();
  const open = new Set<unknown>();
  let written = 0;

  /** Nodes of a value with its aliases followed. */
  const size = (node: unknown): number => {
    if (isAlias(node)) return sizeOfAlias(node);
    written++;
    if (isPair(node)) return size(node.key) + size(node.value);
    // An alias means the last anchor of its name before it.
    if (isNode(node) && "anchor" in node && node.anchor !== undefined) anchors.set(node.anchor, node);
    if (!isCollection(node)) return 1;
    open.add(node);
    const total = node.items.reduce<number>((sum, item) => sum + size(item), 1);
    open.delete(node);
    sizes.set(node, total);
    return total;
  };
  const sizeOfAlias = (alias: Alias): number => {
    const target = anchors.get(alias.source);
    if (!target) throw refused(alias, `there is no anchor &${alias.source} before this alias`);
    if (open.has(target)) throw refused(alias, `*${alias.source} is inside its own anchor`);
    const followed = sizes.get(target) ?? 1;
    if (followed > NODES_MINIMUM && followed > written * GROWTH_MAXIMUM)
      throw refused(alias, "the aliases make the document grow too large");
    if (aliases.size === ALIASES_MAXIMUM)
      throw refused(alias, `the document has more than ${ALIASES_MAXIMUM} aliases; use defaults instead`);
    aliases.set(alias, target);
    return followed;
  };
  try {
    size(document.contents);
  } catch (error) {
    if (error instanceof Refused) return { aliases, fault: error.fault };
    throw error;
  }
  return { aliases };
}

class Refused extends Error {
  readonly fault: AliasFault;
  constructor(fault: AliasFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const refused = (alias: Alias, message: string) => new Refused({ offset: alias.range?.[0] ?? 0, message });
