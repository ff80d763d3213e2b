/**
 * Expectations in a few words, such as `calls book_appointment` or `says "confirmed"`, as clauses of the rule
 * language. Everything that the rule language can say keeps its meaning.
 */
import { EXPECTATION_MAXIMUM } from "../../contract/limits.ts";
import { tokenize } from "./syntax/lexer.ts";
import type { Token } from "./syntax/tokens.ts";

const CLAUSES = ["pass", "fail", "na"];
const OPERATORS = [">", ">=", "<", "<=", "=", "!=", "==", "=>"];
const SIDES = ["agent", "user"];

/**
 * The clause that an expectation means: `pass when tool book_appointment called`. Undefined if it is a sentence that
 * only a reader can judge. What is meant as a clause may still have mistakes, which `compileRules` finds.
 */
export function clauseOf(expectation: string): string | undefined {
  if (expectation.length > EXPECTATION_MAXIMUM) return undefined;
  const tokens = tokenize(expectation, 0);
  if (!isMeantAsRule(tokens)) return undefined;
  const condition = spelledOut(expectation, tokens).trim();
  return startsClause(tokens) ? condition : `pass when ${condition}`;
}

const word = (token: Token | undefined): string | undefined =>
  token?.kind === "word" ? token.text.toLowerCase() : undefined;

const startsClause = ([first, second]: readonly Token[]): boolean =>
  CLAUSES.includes(word(first) ?? "") && word(second) === "when";

/** Decided by the first words, so that a mistake further on is reported and not given to a judge. */
function isMeantAsRule(all: readonly Token[]): boolean {
  const tokens = all.slice(all.findIndex((token) => word(token) !== "not" && token.text !== "("));
  const [first, second, third] = tokens;
  const quotes = tokens.some(({ kind }) => kind === "string" || kind === "regex");
  switch (word(first)) {
    case "pass":
    case "fail":
    case "na":
      return word(second) === "when";
    case "calls":
    case "says":
      return true;
    case "call":
    case "say":
      return isMisspelt(first, second);
    case "never":
      return word(second) === "calls" || word(second) === "says" || isMisspelt(second, third);
    case "tool":
      return tokens.some((token) => word(token) === "called");
    case "agent":
    case "user":
      return ["says", "never", "agrees"].includes(word(second) ?? "") || (quotes && third !== undefined);
    case "state":
      return (
        [second, third].some((token) => ["has", "changed", "never"].includes(word(token) ?? "")) ||
        tokens.some(({ text }) => text === "{")
      );
    case "count":
      return word(second) === "of";
  }
  return (first?.kind === "word" || first?.kind === "number") && OPERATORS.includes(second?.text ?? "");
}

/** "call book_table" and "say \"yes\"", which no reader is told. */
const isMisspelt = (verb: Token | undefined, object: Token | undefined): boolean =>
  (word(verb) === "call" && object?.kind === "word" && object.text.includes("_")) ||
  (word(verb) === "say" && (object?.kind === "string" || object?.kind === "regex"));

/** Writes out the words that may be left out. */
function spelledOut(text: string, tokens: readonly Token[]): string {
  let written = "";
  let taken = 0;
  const put = (upTo: number, words: string, from: number) => {
    written += text.slice(taken, upTo) + words;
    taken = from;
  };
  for (const [place, token] of tokens.entries()) {
    const [before, next] = [tokens[place - 1], tokens[place + 1]];
    const isNever = word(before) === "never";
    const start = isNever ? (before?.start ?? token.start) : token.start;
    if (word(token) === "calls" && next && (next.kind === "word" || next.kind === "string"))
      put(start, `tool ${next.text} ${isNever ? "never called" : "called"}`, next.end);
    else if (word(token) === "says") {
      const subject = word(isNever ? tokens[place - 2] : before);
      if (!SIDES.includes(subject ?? "")) put(start, "agent ", start);
    }
  }
  return written + text.slice(taken);
}

/** A clause as a person may also write it: the inverse of `clauseOf` for what it spells out. */
export function shortened(clause: string): string {
  const tokens = tokenize(clause, 0);
  if (word(tokens[0]) !== "pass" || word(tokens[1]) !== "when") return clause;
  let written = "";
  let taken = tokens[2]?.start ?? clause.length;
  for (const [place, token] of tokens.entries()) {
    const [name, never, called] = tokens.slice(place + 1, place + 4);
    if (token.start < taken || !name || !never) continue;
    const isNever = word(never) === "never";
    const verb = isNever ? called : never;
    if (word(token) === "tool" && verb && word(verb) === "called") {
      written += `${clause.slice(taken, token.start)}${isNever ? "never " : ""}calls ${name.text}`;
      taken = verb.end;
    } else if (word(token) === "agent" && [word(name), word(never)].includes("says")) {
      written += clause.slice(taken, token.start);
      taken = name.start;
    }
  }
  return written + clause.slice(taken);
}
