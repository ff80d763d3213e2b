/** Reads the steps of a tool. The tokens, the conditions and the matchers are those of the rule language. */
import { type Mistake, mistakeOf } from "../rules-language/errors.ts";
import { parseTemplate } from "../rules-language/syntax/answer.ts";
import type { Operator } from "../rules-language/syntax/ast.ts";
import { Cursor, SyntaxFault } from "../rules-language/syntax/cursor.ts";
import { parseEntries, parseItems } from "../rules-language/syntax/entries.ts";
import { tokenize } from "../rules-language/syntax/lexer.ts";
import type { Columns, Expression, Name, Pair, Step } from "./tree.ts";

export interface ReadSteps {
  steps: Step[];
  mistakes: Mistake[];
}

const VERBS = ["find", "require", "insert", "update", "delete", "set", "if", "for", "answer"] as const;
const OPERATORS: readonly Operator[] = [">", ">=", "<", "<=", "=", "!="];
/** More values than any sum needs, and not enough to overflow the stack. */
const MAX_TERMS = 100;
const NAME = /^[A-Za-z_]\w*$/;

/** Reads every step. Each step that can't be read is one mistake. Never throws. */
export function parseSteps(source: string): ReadSteps {
  const cursor = new Cursor(tokenize(source, 0), source.length);
  const read: ReadSteps = { steps: [], mistakes: [] };
  readUntil(cursor, read, []);
  return read;
}

/** Reads the text of `answer`, which is one expression. */
export function parseAnswer(source: string): ReadSteps {
  const cursor = new Cursor(tokenize(source, 0), source.length);
  const read: ReadSteps = { steps: [], mistakes: [] };
  recovering(cursor, read, () => {
    const value = parseExpression(cursor);
    if (!cursor.take("end", "the end")) cursor.fail();
    read.steps.push({ kind: "answer", value, at: 0 });
  });
  return read;
}

/** Reads steps until one of these words, which it returns. Without words, until the end of the text. */
function readUntil(cursor: Cursor, read: ReadSteps, closing: readonly string[]): string | undefined {
  skipSeparators(cursor);
  while (cursor.token.kind !== "end") {
    const closed = closing.length > 0 ? cursor.word(...closing) : undefined;
    if (closed !== undefined) return closed;
    recovering(cursor, read, () => {
      read.steps.push(parseStep(cursor, read));
      if (cursor.token.first_on_line || cursor.token.kind === "end" || cursor.sign(";")) return;
      cursor.couldBe("a new line");
      cursor.fail();
    });
    skipSeparators(cursor);
  }
  if (closing.length > 0)
    recovering(cursor, read, () => {
      cursor.expectWord(...closing);
    });
  return undefined;
}

/** The steps up to `end`, or to another closing word. */
function readBlock(cursor: Cursor, read: ReadSteps, ...closing: string[]) {
  const inner: ReadSteps = { steps: [], mistakes: read.mistakes };
  let closed: string | undefined;
  cursor.nest(() => {
    closed = readUntil(cursor, inner, closing);
  });
  return { steps: inner.steps, closed };
}

function skipSeparators(cursor: Cursor): void {
  while (cursor.token.text === ";") cursor.advance();
}

/** After a mistake, reading continues at the next line that begins with a step. */
function recovering(cursor: Cursor, { mistakes }: ReadSteps, read: () => void): void {
  const { start } = cursor.token;
  try {
    read();
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
    mistakes.push(fault.mistake);
    if (cursor.token.start === start && cursor.token.kind !== "end") cursor.advance();
    while (!startsStep(cursor)) cursor.advance();
  }
}

function startsStep({ token }: Cursor): boolean {
  if (token.kind === "end" || token.text === ";") return true;
  const word = token.text.toLowerCase();
  return token.first_on_line && (word === "end" || word === "else" || VERBS.some((verb) => verb === word));
}

function parseStep(cursor: Cursor, read: ReadSteps): Step {
  const at = cursor.token.start;
  switch (cursor.expectWord(...VERBS)) {
    case "find": {
      const all = cursor.token.text.toLowerCase() === "all" && cursor.next.text.toLowerCase() !== "in";
      if (all) cursor.advance();
      else cursor.couldBe("`all`");
      const name = readName(cursor, "a name for the row");
      cursor.expectWord("in");
      const table = readName(cursor, "the name of a table");
      const where = cursor.word("with") ? parseColumns(cursor) : undefined;
      return { kind: "find", name, all, table, where, at };
    }
    case "require": {
      const condition = parseExpression(cursor);
      cursor.expectWord("or");
      cursor.expectWord("fail");
      cursor.expectWord("with");
      return { kind: "require", condition, fail: parseExpression(cursor), at };
    }
    case "insert": {
      const name = cursor.word("into") ? undefined : readName(cursor, "a name for the row");
      if (name !== undefined) cursor.expectWord("into");
      const table = readName(cursor, "the name of a table");
      cursor.word("with");
      return { kind: "insert", name, table, columns: parseColumns(cursor), at };
    }
    case "update": {
      const name = readName(cursor, "the name of a row that was found");
      cursor.word("set", "with");
      return { kind: "update", name, columns: parseColumns(cursor), at };
    }
    case "delete":
      return { kind: "delete", name: readName(cursor, "the name of a row that was found"), at };
    case "set": {
      const name = readName(cursor, "a name");
      cursor.expectSign("=");
      return { kind: "set", name, value: parseExpression(cursor), at };
    }
    case "for": {
      cursor.expectWord("each");
      const name = readName(cursor, "a name for each item");
      cursor.expectWord("in");
      const of = parseExpression(cursor);
      cursor.expectWord("do");
      return { kind: "each", name, of, steps: readBlock(cursor, read, "end").steps, at };
    }
    case "if": {
      const condition = parseExpression(cursor);
      cursor.expectWord("do");
      const { steps, closed } = readBlock(cursor, read, "else", "end");
      const otherwise = closed === "else" ? readBlock(cursor, read, "end").steps : [];
      return { kind: "if", condition, steps, otherwise, at };
    }
    case "answer":
      return { kind: "answer", value: parseExpression(cursor), at };
  }
}

function readName(cursor: Cursor, what: string): string {
  const { start } = cursor.token;
  const { text } = cursor.take("word", what) ?? cursor.fail();
  return NAME.test(text)
    ? text
    : cursor.failAt(start, `\`${text}\` can't be a name: use letters, digits and _`);
}

function parseColumns(cursor: Cursor): Columns {
  return parseObject(cursor) ?? cursor.fail();
}

function parseObject(cursor: Cursor): Columns | undefined {
  const { start } = cursor.token;
  const entries: Pair[] = [];
  const keys = parseEntries(cursor, (key, at) => entries.push({ key, value: parseExpression(cursor), at }));
  return keys && { kind: "object", entries, at: start };
}

/** Conditions and values alike: `or` binds loosest, then `and`, `not`, comparisons, `+` and `-`, and `*`. */
function parseExpression(cursor: Cursor): Expression {
  return cursor.nest(() => joined(cursor, "or", () => joined(cursor, "and", () => parseTerm(cursor))));
}

function joined(cursor: Cursor, kind: "and" | "or", parse: () => Expression): Expression {
  const { start } = cursor.token;
  const terms = [parse()];
  // `or fail with` ends the condition of `require`.
  while (!(kind === "or" && cursor.next.text.toLowerCase() === "fail") && cursor.word(kind))
    terms.push(parse());
  const [first] = terms;
  return terms.length === 1 && first ? first : { kind, terms, at: start };
}

function parseTerm(cursor: Cursor): Expression {
  const { start } = cursor.token;
  if (cursor.word("not")) return { kind: "not", term: cursor.nest(() => parseTerm(cursor)), at: start };
  const left = parseSum(cursor);
  const at = cursor.token.start;
  const operator = cursor.sign(...OPERATORS);
  return operator ? { kind: "compare", operator, left, right: parseSum(cursor), at } : left;
}

const parseSum = (cursor: Cursor) =>
  arithmetic(cursor, ["+", "-"], () => arithmetic(cursor, ["*"], () => parseValue(cursor)));

function arithmetic(
  cursor: Cursor,
  operators: readonly ("+" | "-" | "*")[],
  parse: () => Expression,
): Expression {
  let left = parse();
  for (let many = 0; ; many++) {
    const at = cursor.token.start;
    const operator = cursor.sign(...operators);
    if (!operator) return left;
    if (many >= MAX_TERMS) cursor.failAt(at, `more than ${MAX_TERMS} values are joined here`);
    left = { kind: "arithmetic", operator, left, right: parse(), at };
  }
}

const RESERVED = new Set(["and", "or", "not", "fail", "with", "in", "do", "end", "into"]);

function parseValue(cursor: Cursor): Expression {
  const at = cursor.token.start;
  if (cursor.sign("(")) {
    const inner = parseExpression(cursor);
    cursor.expectSign(")");
    return inner;
  }
  const items = parseItems(cursor, () => parseExpression(cursor));
  if (items) return { kind: "array", items, at };
  const object = parseObject(cursor);
  if (object) return object;
  const number = cursor.take("number", "a number");
  if (number) return { kind: "literal", value: number.value, at };
  const string = cursor.take("string", "a text in double quotes");
  if (string) return parseText(cursor, string, at);
  const constant = cursor.word("true", "false", "null");
  if (constant) return { kind: "literal", value: constant === "null" ? null : constant === "true", at };
  const kind = cursor.next.text.toLowerCase() === "of" ? cursor.word("count", "sum") : undefined;
  if (kind) {
    cursor.expectWord("of");
    return { kind, of: parseValue(cursor), at };
  }
  if (RESERVED.has(cursor.token.text.toLowerCase())) {
    cursor.couldBe("a value");
    return cursor.fail();
  }
  const { text } = cursor.take("word", "a name") ?? cursor.fail();
  return itemsOf(cursor, nameAt(text, at));
}

/** `prices[cabin]`, `rows[0]` */
function itemsOf(cursor: Cursor, of: Expression): Expression {
  let value = of;
  for (let many = 0; ; many++) {
    const at = cursor.token.start;
    if (!cursor.sign("[")) return value;
    if (many >= MAX_TERMS) cursor.failAt(at, `more than ${MAX_TERMS} keys follow one another here`);
    value = { kind: "item", of: value, key: parseExpression(cursor), at };
    cursor.expectSign("]");
  }
}

function parseText(cursor: Cursor, string: Parameters<typeof parseTemplate>[1], at: number): Expression {
  const parts = parseTemplate(cursor, string, "a name").map((part) =>
    typeof part === "string" ? part : nameAt(part.name, part.at),
  );
  return parts.every((part) => typeof part === "string")
    ? { kind: "literal", value: parts.join(""), at }
    : { kind: "template", parts, at };
}

const nameAt = (text: string, at: number): Name => ({ kind: "name", path: text.split("."), at });

/** What was expected at a name that means nothing. */
export const unknownName = (at: number, what: string, name: string, known: readonly string[]): Mistake => {
  const { near_miss } = mistakeOf(
    at,
    known.map((one) => `\`${one}\``),
    name,
  );
  const meant = near_miss === undefined ? "" : `; did you mean \`${near_miss}\`?`;
  return { at, message: `\`${name}\` is not ${what}${meant}` };
};
