interface Place {
  /** The source text of the token; empty at the end. */
  text: string;
  /** Offsets into the guidance, `end` exclusive. */
  start: number;
  end: number;
  /** Whether nothing but blanks stands before it on its line: there a new clause may begin. */
  first_on_line: boolean;
}

export type TokenContent =
  | { kind: "word" }
  | { kind: "number"; value: number }
  | { kind: "string"; value: string }
  | { kind: "regex"; source: string; flags: string }
  | { kind: "sign" }
  /** Text that is no token; `at` is the offset of the trouble itself. */
  | { kind: "invalid"; message: string; at: number }
  | { kind: "end" };

/** One token of the rule language. A token knows no keywords: words get their meaning from the parser. */
export type Token = Place & TokenContent;
