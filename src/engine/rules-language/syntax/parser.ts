import { type Mistake, mistakeOf } from "../errors.ts";
import { parseAnswer } from "./answer.ts";
import type { AnswerClause, AnswerKind, Clause, Program } from "./ast.ts";
import { parseCondition } from "./condition.ts";
import { Cursor, SyntaxFault } from "./cursor.ts";
import { tokenize } from "./lexer.ts";
import type { Token } from "./tokens.ts";

const VERDICTS = ["pass", "fail", "yes", "no", "na"] as const;
const ANSWERS = ["value", "enum", "text", "json"] as const;
const CLAUSE_WORDS: readonly string[] = [...VERDICTS, ...ANSWERS, "else"];
const DIRECTIVE = /^\s*@([A-Za-z_]*)/;
const MAX_LENGTH = 20_000;

/**
 * Reads a metric's guidance. Reports one mistake for each clause that can't be read, and continues with the
 * next. Never throws.
 */
export function parseProgram(source: string): { program: Program; mistakes: Mistake[] } {
  const program: Program = { source, clauses: [] };
  const [head = "", directive = ""] = DIRECTIVE.exec(source) ?? [];
  const at = source.search(/\S|$/);
  if (directive !== "rules" && directive !== "metric") {
    const [found = ""] = /^\S*/.exec(source.slice(at)) ?? [];
    return { program, mistakes: [mistakeOf(at, ["`@rules`", "`@metric`"], found)] };
  }
  if (source.length > MAX_LENGTH) {
    return {
      program,
      mistakes: [{ at: MAX_LENGTH, message: `the rules are longer than ${MAX_LENGTH} characters` }],
    };
  }
  const cursor = new Cursor(tokenize(source, head.length), source.length);
  const reader = new ClauseReader(cursor);
  if (directive === "metric") reader.readBinding(at);
  else reader.readAll();
  return { program: { source, clauses: reader.clauses }, mistakes: reader.mistakes };
}

class ClauseReader {
  readonly clauses: Clause[] = [];
  readonly mistakes: Mistake[] = [];
  private readonly cursor: Cursor;
  /** The kind of answer that `else` and a bare text continue. */
  private answerKind: AnswerKind | undefined;

  constructor(cursor: Cursor) {
    this.cursor = cursor;
  }

  readAll(): void {
    const { cursor } = this;
    this.skipSeparators();
    while (cursor.token.kind !== "end") {
      this.recovering(() => {
        this.clauses.push(this.readClause());
        this.expectEndOfClause();
      });
      this.skipSeparators();
    }
  }

  /** `@metric id` means `value = id`. */
  readBinding(at: number): void {
    const { cursor } = this;
    this.recovering(() => {
      const metric = cursor.take("word", "a metric") ?? cursor.fail();
      const answer = { kind: "metric", name: metric.text, at: metric.start } as const;
      this.clauses.push({ kind: "value", answer, at, end: metric.end });
      if (!cursor.take("end", "the end")) cursor.fail();
    });
  }

  /** After a mistake, reading continues at the next clause. */
  private recovering(read: () => void): void {
    const { start } = this.cursor.token;
    try {
      read();
    } catch (fault) {
      if (!(fault instanceof SyntaxFault)) throw fault;
      this.mistakes.push(fault.mistake);
      if (this.cursor.token.start === start) this.cursor.advance();
      while (!startsClause(this.cursor.token, this.cursor.next)) this.cursor.advance();
    }
  }

  private readClause(): Clause {
    const { cursor } = this;
    const at = cursor.token.start;
    const verdict = cursor.word(...VERDICTS);
    if (verdict) {
      cursor.expectWord("when");
      return { kind: verdict, condition: parseCondition(cursor), at, end: cursor.end };
    }
    const kind = cursor.word(...ANSWERS);
    if (kind) {
      this.answerKind = kind;
      if (kind === "value") cursor.expectSign("=");
      return this.readAnswer(kind, at);
    }
    if (this.answerKind && cursor.word("else")) {
      return { kind: this.answerKind, answer: parseAnswer(cursor, this.answerKind), at, end: cursor.end };
    }
    if ((this.answerKind === "enum" || this.answerKind === "text") && cursor.token.kind === "string") {
      return this.readAnswer(this.answerKind, at);
    }
    return cursor.fail();
  }

  private readAnswer(kind: AnswerKind, at: number): AnswerClause {
    const { cursor } = this;
    const answer = parseAnswer(cursor, kind);
    const condition = cursor.word("when") ? parseCondition(cursor) : undefined;
    return { kind, answer, condition, at, end: cursor.end };
  }

  private skipSeparators(): void {
    while (this.cursor.token.text === ";") this.cursor.advance();
  }

  private expectEndOfClause(): void {
    const { cursor } = this;
    if (cursor.token.first_on_line || cursor.token.kind === "end" || cursor.sign(";")) return;
    cursor.couldBe("a new line");
    cursor.fail();
  }
}

/** Where reading continues after a mistake. A misspelt clause is recognized by its `when`. */
function startsClause(token: Token, next: Token): boolean {
  if (token.kind === "end" || token.text === ";") return true;
  return (
    token.first_on_line &&
    (CLAUSE_WORDS.includes(token.text.toLowerCase()) || next.text.toLowerCase() === "when")
  );
}
