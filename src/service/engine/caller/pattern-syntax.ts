/** A pattern as a tree. */
export type PatternNode =
  | { kind: "character"; test: RegExp }
  | { kind: "assertion"; at: Assertion }
  | { kind: "sequence"; parts: PatternNode[] }
  | { kind: "choice"; parts: PatternNode[] }
  | { kind: "repeat"; part: PatternNode; min: number; max: number };

export type Assertion = "start" | "end" | "boundary" | "no-boundary";

const TOKEN =
  /(?<look>\(\?<?[=!])|(?<open>\((?:\?:|\?<[^>]*>)?)|(?<close>\))|(?<bar>\|)|(?<repeat>(?:[*+?]|\{\d+(?:,\d*)?\})\??)|(?<back>\\(?:[1-9]|k<))|(?<assertion>\^|\$|\\[bB])|(?<character>\[\^?(?:\\.|[^\]\\])*\]|\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|c[a-z]|.)|.)/giuy;

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  "^": "start",
  $: "end",
  "\\b": "boundary",
  "\\B": "no-boundary",
};

interface OpenGroup {
  choices: PatternNode[];
  parts: PatternNode[];
}

/** The tree of a pattern that is valid JavaScript (flags `iu`), or why it cannot be one. */
export function parsePattern(pattern: string): PatternNode | string {
  const open: OpenGroup[] = [];
  let group: OpenGroup = { choices: [], parts: [] };
  for (const { groups: token = {} } of pattern.matchAll(TOKEN)) {
    if (token["look"]) return "look-arounds are not supported";
    if (token["back"]) return "back references are not supported";
    if (token["open"]) {
      open.push(group);
      group = { choices: [], parts: [] };
    } else if (token["close"]) {
      const closed = whole(group);
      group = open.pop() ?? { choices: [], parts: [] };
      group.parts.push(closed);
    } else if (token["bar"]) group = { choices: [...group.choices, sequence(group.parts)], parts: [] };
    else if (token["repeat"]) {
      const part = group.parts.pop();
      if (part) group.parts.push({ kind: "repeat", part, ...bounds(token["repeat"]) });
    } else if (token["assertion"])
      group.parts.push({ kind: "assertion", at: ASSERTIONS[token["assertion"]] ?? "start" });
    else if (token["character"])
      // One character at a time, the language's own engine is safe and knows every class and escape.
      group.parts.push({ kind: "character", test: new RegExp(`^${token["character"]}$`, "iu") });
  }
  return whole(group);
}

const sequence = (parts: PatternNode[]): PatternNode => ({ kind: "sequence", parts });

function whole({ choices, parts }: OpenGroup): PatternNode {
  return choices.length === 0 ? sequence(parts) : { kind: "choice", parts: [...choices, sequence(parts)] };
}

function bounds(token: string): { min: number; max: number } {
  if (token.startsWith("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (token.startsWith("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (token.startsWith("?")) return { min: 0, max: 1 };
  const [, min = "0", comma, max] = /^\{(\d+)(,)?(\d+)?\}/.exec(token) ?? [];
  return { min: Number(min), max: max ? Number(max) : comma ? Number.POSITIVE_INFINITY : Number(min) };
}
