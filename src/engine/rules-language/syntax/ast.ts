/**
 * The syntax tree of a rule program: plain values without positions, except offsets into the guidance (`at`).
 * Names of metrics stay as written; the checker resolves them.
 */
export interface Program {
  /** The whole guidance. */
  source: string;
  clauses: Clause[];
}

type VerdictKind = "pass" | "fail" | "yes" | "no" | "na";
export type AnswerKind = "value" | "enum" | "text" | "json";

interface VerdictClause {
  kind: VerdictKind;
  condition: Condition;
  at: number;
  end: number;
}

/** `else` is an answer of the same kind as the one before it, without a condition. */
export interface AnswerClause {
  kind: AnswerKind;
  answer: Expression;
  condition?: Condition;
  at: number;
  end: number;
}

export type Clause = VerdictClause | AnswerClause;

export type Condition = Combination | Negation | Comparison | Happening | StateCondition;

interface Combination {
  kind: "and" | "or";
  terms: Condition[];
}

interface Negation {
  kind: "not";
  term: Condition;
}

export type Operator = ">" | ">=" | "<" | "<=" | "=" | "!=";

export interface Comparison {
  kind: "compare";
  operator: Operator;
  left: Operand;
  right: Operand;
  at: number;
}

/**
 * Whether an event happens as often as required: `min` to `max` times, both inclusive. `max` may be infinite.
 */
export interface Happening {
  kind: "happens";
  event: Event;
  min: number;
  max: number;
  at: number;
}

/** What the tables of a world hold at the end, or what has become of them. */
export type StateCondition =
  /** How many rows of a table fit: `min` to `max`, both inclusive. */
  | { kind: "has"; table: string; matcher: Matcher; min: number; max: number; at: number }
  | { kind: "changed"; table: string; at: number }
  /** Nothing has changed except rows that fit one of the matchers of their table. */
  | { kind: "changed_only"; tables: { table: string; matchers: Matcher[] }[]; at: number };

export type Operand = MetricOperand | LiteralOperand | CountOperand;

export interface MetricOperand {
  kind: "metric";
  /** As written: a metric id or its shorthand. */
  name: string;
  at: number;
}

interface LiteralOperand {
  kind: "literal";
  value: number | string | boolean | null;
  /** Only after a number. */
  unit?: "ms" | "s" | "%";
  at: number;
}

interface CountOperand {
  kind: "count";
  event: Event;
  at: number;
}

export type Event = SaysEvent | CallEvent;

export interface SaysEvent {
  kind: "says";
  speaker: "agent" | "user";
  pattern: Saying;
  /** Words in a sentence that denies them don't count: `unless denied`. */
  unless_denied?: boolean;
  constraints: Constraint[];
  at: number;
}

export interface CallEvent {
  kind: "call";
  tool: string;
  parameters?: Matcher;
  output?: Matcher;
  constraints: Constraint[];
  at: number;
}

export type TextPattern =
  | { kind: "regex"; source: string; flags: string; at: number }
  | { kind: "phrase"; text: string; at: number };

/** What is said: a text, a yes, or something that a tool was given (`value`) or has returned (`result`). */
export type Saying =
  | TextPattern
  | { kind: "agreement"; at: number }
  | { kind: "value" | "result"; tool: string; key?: string; at: number };

export type Constraint =
  | { kind: "turn"; relation: "before" | "after"; turn: number; at: number }
  | { kind: "order"; relation: "before" | "after"; anchor: Event; at: number }
  | {
      kind: "within";
      distance: number;
      unit: "turns" | "ms" | "s";
      relation: "of" | "before" | "after";
      anchor: Event;
      at: number;
    };

/** What a tool call's parameters or output must look like. An object requires its keys and allows others. */
export type Matcher =
  | { kind: "equals"; value: string | number | boolean | null }
  | { kind: "any" }
  | { kind: "in"; options: Matcher[] }
  | { kind: "matches"; pattern: TextPattern }
  | { kind: "number"; operator: Operator; than: number }
  /** Texts in the order of their letters, such as dates: only in the steps of a world. */
  | { kind: "text"; operator: Operator; than: string }
  | { kind: "weekday"; days: string[] }
  | { kind: "list"; items: Matcher[] }
  | { kind: "shape"; entries: MatcherEntry[] };

export interface MatcherEntry {
  /** Between slashes, a key is a pattern: any key that it matches, also inside objects, may have the value. */
  key: string | TextPattern;
  matcher: Matcher;
  /** `$optional`: the key may be missing. If it exists, its value must match. */
  optional: boolean;
}

export type Expression =
  | Operand
  | Condition
  | { kind: "object"; entries: { key: string; value: Expression }[] }
  | { kind: "array"; items: Expression[] }
  /** Text with metrics in it. */
  | { kind: "template"; parts: (string | MetricOperand)[] };
