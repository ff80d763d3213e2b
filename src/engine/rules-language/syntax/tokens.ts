interface Place {
  /** The source text of the token. Empty at the end. */
  text: string;
  /** Offsets into the guidance, `end` exclusive. */
  start: number;
  end: number;
  /** Whether it is the first token on its line, so that a new clause may begin there. */
  first_on_line: boolean;
}

export type TokenContent =
  | { kind: "word" }
  | { kind: "number"; value: number }
  | { kind: "string"; value: string }
  | { kind: "regex"; source: string; flags: string }
  | { kind: "sign" }
  /** Text that is not a token. `at` is the offset of the mistake itself. */
  | { kind: "invalid"; message: string; at: number }
  | { kind: "end" };

/**
 * One token of the rule language. Tokens do not distinguish keywords; the parser gives words their meaning.
 */
export type Token = Place & TokenContent;
