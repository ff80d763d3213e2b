import { type Mistake, mistakeOf } from "../errors.ts";
import type { Token } from "./tokens.ts";

/** More nesting than any rule needs, and not enough to overflow the stack. */
const MAX_DEPTH = 40;

/** Stops reading a clause. Caught where the clause began. */
export class SyntaxFault extends Error {
  readonly mistake: Mistake;

  constructor(mistake: Mistake) {
    super(mistake.message);
    this.mistake = mistake;
  }
}

/**
 * The parser's position in the tokens. It remembers everything that was tried at the current token, so that
 * an error can list everything that would be valid there.
 */
export class Cursor {
  /** Whether a word without quotes is a text, as in the rows of a world. */
  bare_words = false;
  /** The end of the last token read. */
  end = 0;
  private readonly tokens: Token[];
  private readonly last: Token;
  private index = 0;
  private depth = 0;
  private tried = new Set<string>();

  constructor(tokens: Token[], length: number) {
    this.tokens = tokens;
    this.last = { kind: "end", text: "", start: length, end: length, first_on_line: true };
  }

  get token(): Token {
    return this.tokens[this.index] ?? this.last;
  }

  /** The token after the current one. */
  get next(): Token {
    return this.tokens[this.index + 1] ?? this.last;
  }

  /** Reads one of the keywords, in any case. */
  word<Word extends string>(...words: Word[]): Word | undefined {
    const { kind, text } = this.token;
    const found = kind === "word" ? words.find((word) => word === text.toLowerCase()) : undefined;
    if (found === undefined) for (const word of words) this.tried.add(`\`${word}\``);
    else this.advance();
    return found;
  }

  sign<Sign extends string>(...signs: Sign[]): Sign | undefined {
    const { kind, text } = this.token;
    const found = kind === "sign" ? signs.find((sign) => sign === text) : undefined;
    if (found === undefined) for (const sign of signs) this.tried.add(`\`${sign}\``);
    else this.advance();
    return found;
  }

  /** Reads a token of a kind; `what` names it in errors. */
  take<Kind extends Token["kind"]>(kind: Kind, what: string): Extract<Token, { kind: Kind }> | undefined {
    const token = this.token;
    if (isOfKind(token, kind)) {
      this.advance();
      return token;
    }
    this.tried.add(what);
    return undefined;
  }

  expectWord<Word extends string>(...words: Word[]): Word {
    return this.word(...words) ?? this.fail();
  }

  expectSign<Sign extends string>(...signs: Sign[]): Sign {
    return this.sign(...signs) ?? this.fail();
  }

  /** Notes what else would be valid here, for the error. */
  couldBe(...what: string[]): void {
    for (const item of what) this.tried.add(item);
  }

  /** Gives up at the current token. */
  fail(): never {
    const { token } = this;
    if (token.kind === "invalid") throw new SyntaxFault({ at: token.at, message: token.message });
    throw new SyntaxFault(mistakeOf(token.start, [...this.tried], token.text));
  }

  failAt(at: number, message: string, near_miss?: string): never {
    throw new SyntaxFault({ at, message, near_miss });
  }

  /** Reads something that may contain itself. */
  nest<Result>(read: () => Result): Result {
    if (this.depth >= MAX_DEPTH)
      this.failAt(this.token.start, `this is nested more than ${MAX_DEPTH} levels deep`);
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }

  /** Moves on to the next token. */
  advance(): void {
    this.end = this.token.end;
    this.index += 1;
    this.tried = new Set();
  }
}

function isOfKind<Kind extends Token["kind"]>(
  token: Token,
  kind: Kind,
): token is Extract<Token, { kind: Kind }> {
  return token.kind === kind;
}
