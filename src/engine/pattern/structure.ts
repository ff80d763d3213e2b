/** A pattern, parsed only as far as matching needs. Parts that match one character stay source text. */
export type Structure =
  /** One character: `a`, `.`, `\d`, `[a-z]`, `\p{L}`. */
  | { kind: "set"; source: string }
  | { kind: "assertion"; sign: "^" | "$" | "\\b" | "\\B" }
  | { kind: "sequence"; items: Structure[] }
  | { kind: "choice"; options: Structure[] }
  | { kind: "repeat"; item: Structure; min: number; max: number; greedy: boolean };

/** Why a pattern that JavaScript accepts is refused. `index` is the position. */
export class PatternRefusal extends Error {
  readonly index: number;

  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

const CHARACTER =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\.|.)/su;
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/;

/** Parses a pattern that is valid with the flag `u`. Throws PatternRefusal. */
export function parseStructure(source: string): Structure {
  let at = 0;
  const pattern = readChoice();
  if (canBeEmpty(pattern))
    throw new PatternRefusal("this pattern matches the empty text, so it would match anywhere", 0);
  return pattern;

  function readChoice(): Structure {
    const options = [readSequence()];
    while (source.charAt(at) === "|") {
      at += 1;
      options.push(readSequence());
    }
    return options.length === 1
      ? (options[0] ?? { kind: "sequence", items: [] })
      : { kind: "choice", options };
  }

  function readSequence(): Structure {
    const items: Structure[] = [];
    while (at < source.length && source.charAt(at) !== "|" && source.charAt(at) !== ")") {
      const start = at;
      items.push(readQuantifier(readItem(), start));
    }
    return { kind: "sequence", items };
  }

  function readItem(): Structure {
    const rest = source.slice(at);
    if (rest.startsWith("(")) return readGroup(rest);
    if (/^\\(?:[1-9]|k)/.test(rest))
      throw new PatternRefusal(
        "back references are not supported: they can't be matched in bounded time",
        at,
      );
    const [text = ""] = CHARACTER.exec(rest) ?? [];
    at += text.length;
    if (text === "^" || text === "$" || text === "\\b" || text === "\\B")
      return { kind: "assertion", sign: text };
    return { kind: "set", source: text };
  }

  function readGroup(rest: string): Structure {
    const [opening = "(", special] = /^\((?:\?(?::|<[^=!>][^>]*>|(.)))?/.exec(rest) ?? [];
    if (special !== undefined)
      throw new PatternRefusal("look-around is not supported: it can't be matched in bounded time", at);
    at += opening.length;
    const group = readChoice();
    at += 1;
    return group;
  }

  function readQuantifier(item: Structure, start: number): Structure {
    const [text, sign, least, comma, most, lazy] = QUANTIFIER.exec(source.slice(at)) ?? [];
    if (text === undefined) return item;
    at += text.length;
    if (canBeEmpty(item))
      throw new PatternRefusal("the part that is repeated here may match the empty text", start);
    const greedy = lazy === "";
    if (sign !== undefined) {
      return {
        kind: "repeat",
        item,
        min: sign === "+" ? 1 : 0,
        max: sign === "?" ? 1 : Number.POSITIVE_INFINITY,
        greedy,
      };
    }
    const min = Number(least);
    const max = comma === undefined ? min : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: "repeat", item, min, max, greedy };
  }
}

function canBeEmpty(structure: Structure): boolean {
  switch (structure.kind) {
    case "set":
      return false;
    case "assertion":
      return true;
    case "sequence":
      return structure.items.every(canBeEmpty);
    case "choice":
      return structure.options.some(canBeEmpty);
    case "repeat":
      return structure.min === 0 || canBeEmpty(structure.item);
  }
}
