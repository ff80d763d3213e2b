import { type Lexed, lexRegex, lexString } from "./lex-quoted.ts";
import type { Token } from "./tokens.ts";

const BLANK = /^(?:\s|#[^\n]*)+/;
/** Names of metrics and tools may contain dots and hyphens; `$` starts a matcher's name. */
const WORD = /^\$?[A-Za-z_][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)*/;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/;
/** `==` and `=>` are not part of the language, but reading them whole gives a better error. */
const SIGN = /^(?:==|=>|[<>!]=|[<>=(){}[\]:,;%@+*-])/;
const TYPOGRAPHIC_QUOTE = /[“”„‟«»‘’']/u;

/**
 * The tokens of `source` from `offset` on. The last one has kind `end`. Never throws: anything that is not a
 * token becomes a token of kind `invalid`. Spaces and comments (`#` to the end of the line) separate tokens.
 */
export function tokenize(source: string, offset: number): Token[] {
  const tokens: Token[] = [];
  let at = offset;
  let first_on_line = true;
  for (;;) {
    const blank = match(BLANK, source, at);
    first_on_line ||= blank.includes("\n");
    at += blank.length;
    const lexed = lexOne(source, at);
    tokens.push({
      ...lexed.content,
      text: source.slice(at, lexed.end),
      start: at,
      end: lexed.end,
      first_on_line,
    });
    if (lexed.content.kind === "end") return tokens;
    at = lexed.end;
    first_on_line = false;
  }
}

function lexOne(source: string, at: number): Lexed {
  const character = source.charAt(at);
  if (character === "") return { content: { kind: "end" }, end: at };
  if (character === '"') return lexString(source, at);
  if (character === "/") return lexRegex(source, at);
  const word = match(WORD, source, at);
  if (word !== "") return { content: { kind: "word" }, end: at + word.length };
  const number = match(NUMBER, source, at);
  if (number !== "") return lexNumber(number, at);
  const sign = match(SIGN, source, at);
  if (sign !== "") return { content: { kind: "sign" }, end: at + sign.length };
  return unknownCharacter(source, at);
}

function lexNumber(text: string, at: number): Lexed {
  const value = Number(text);
  const end = at + text.length;
  if (Number.isFinite(value)) return { content: { kind: "number", value }, end };
  return { content: { kind: "invalid", message: `the number \`${text}\` is too large`, at }, end };
}

function unknownCharacter(source: string, at: number): Lexed {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  const message = TYPOGRAPHIC_QUOTE.test(character)
    ? `\`${character}\` is not a valid quotation mark: write text in straight double quotes, "like this"`
    : `\`${character}\` has no meaning here`;
  return { content: { kind: "invalid", message, at }, end: at + character.length };
}

function match(pattern: RegExp, source: string, at: number): string {
  return pattern.exec(source.slice(at))?.[0] ?? "";
}
