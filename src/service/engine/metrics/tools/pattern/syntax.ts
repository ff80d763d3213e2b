/** A parsed pattern. `source` of a character is a pattern of JavaScript that matches exactly one character. */
export type PatternNode =
  | { type: "character"; source: string }
  | { type: "assertion"; assertion: Assertion }
  | { type: "sequence"; items: readonly PatternNode[] }
  | { type: "choice"; options: readonly PatternNode[] }
  | { type: "repeat"; item: PatternNode; min: number; max: number };

export type Assertion = "start" | "end" | "word_boundary" | "no_word_boundary";

/** The pattern is malformed, or uses what cannot be matched in linear time. */
export class PatternError extends Error {}

const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ["^", "start"],
  ["$", "end"],
  ["\\b", "word_boundary"],
  ["\\B", "no_word_boundary"],
]);

/** One lexical unit: an escape, a class, a counted quantifier, the start of a group, or a single character. */
const TOKEN =
  /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|.)|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?:|./gsu;

/** Tokens that are no character: syntax out of place (`(?=` ends up here as `?`) and backreferences. */
const NO_CHARACTER = /^(?:[*+?{}\]\\]|\{.+|\\[1-9k])$/;

const COUNTED = /^\{(\d+)(,?)(\d*)\}$/;

/**
 * Parses the regular part of JavaScript's pattern syntax (Unicode mode): characters, escapes, classes, groups,
 * alternation, greedy and lazy quantifiers, `^`, `$`, `\b`, `\B`. Backreferences, lookaround and named groups throw
 * `PatternError`, and so does malformed syntax.
 */
export function parsePattern(pattern: string): PatternNode {
  const tokens = pattern.match(TOKEN) ?? [];
  let at = 0;

  function parseChoice(): PatternNode {
    const options = [parseSequence()];
    while (tokens[at] === "|") {
      at++;
      options.push(parseSequence());
    }
    const [only] = options;
    return options.length === 1 && only ? only : { type: "choice", options };
  }

  function parseSequence(): PatternNode {
    const items: PatternNode[] = [];
    for (let token = tokens[at]; token !== undefined && token !== "|" && token !== ")"; token = tokens[at]) {
      at++;
      items.push(parseQuantifier(parseAtom(token)));
    }
    return { type: "sequence", items };
  }

  function parseAtom(token: string): PatternNode {
    if (token === "(" || token === "(?:") {
      const group = parseChoice();
      if (tokens[at++] !== ")") throw new PatternError("a group is not closed");
      return group;
    }
    const assertion = ASSERTIONS.get(token);
    if (assertion !== undefined) return { type: "assertion", assertion };
    if (NO_CHARACTER.test(token)) throw new PatternError(`${token} is not supported here`);
    return { type: "character", source: token };
  }

  function parseQuantifier(item: PatternNode): PatternNode {
    const bounds = boundsOf(tokens[at]);
    if (bounds === null) return item;
    if (item.type === "assertion") throw new PatternError("an assertion cannot be repeated");
    at++;
    // A lazy quantifier changes which match is found, not whether there is one.
    if (tokens[at] === "?") at++;
    return { type: "repeat", item, ...bounds };
  }

  const root = parseChoice();
  if (at < tokens.length) throw new PatternError("a group is closed that was not opened");
  return root;
}

function boundsOf(token: string | undefined): { min: number; max: number } | null {
  if (token === "*") return { min: 0, max: Number.POSITIVE_INFINITY };
  if (token === "+") return { min: 1, max: Number.POSITIVE_INFINITY };
  if (token === "?") return { min: 0, max: 1 };
  const counted = COUNTED.exec(token ?? "");
  if (counted === null) return null;
  const min = Number(counted[1]);
  if (counted[2] === "") return { min, max: min };
  const max = counted[3] === "" ? Number.POSITIVE_INFINITY : Number(counted[3]);
  if (max < min) throw new PatternError("numbers of a quantifier are out of order");
  return { min, max };
}
