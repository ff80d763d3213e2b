/** What the steps of a tool are, once they are read. `at` is an offset in the text of the steps. */
import type { Operator } from "../rules-language/syntax/ast.ts";

export interface Name {
  kind: "name";
  /** `booking.seats`: the name of a step, then columns or keys. */
  path: readonly string[];
  at: number;
}

export type Expression =
  | { kind: "literal"; value: string | number | boolean | null; at: number }
  | Name
  | { kind: "template"; parts: readonly (string | Name)[]; at: number }
  | { kind: "object"; entries: readonly Pair[]; at: number }
  | { kind: "array"; items: readonly Expression[]; at: number }
  | { kind: "arithmetic"; operator: "+" | "-" | "*"; left: Expression; right: Expression; at: number }
  | { kind: "count" | "sum"; of: Expression; at: number }
  /** `prices[input.cabin]`: the value under a key, or the item of a list, from 0. */
  | { kind: "item"; of: Expression; key: Expression; at: number }
  | { kind: "compare"; operator: Operator; left: Expression; right: Expression; at: number }
  | { kind: "and" | "or"; terms: readonly Expression[]; at: number }
  | { kind: "not"; term: Expression; at: number };

export interface Pair {
  key: string;
  value: Expression;
  at: number;
}

export type Columns = Extract<Expression, { kind: "object" }>;

export type Step =
  | { kind: "find"; name: string; all: boolean; table: string; where?: Columns | undefined; at: number }
  | { kind: "require"; condition: Expression; fail: Expression; at: number }
  | { kind: "insert"; name?: string | undefined; table: string; columns: Columns; at: number }
  | { kind: "update"; name: string; columns: Columns; at: number }
  | { kind: "delete"; name: string; at: number }
  | { kind: "set"; name: string; value: Expression; at: number }
  | { kind: "if"; condition: Expression; steps: readonly Step[]; otherwise: readonly Step[]; at: number }
  | { kind: "each"; name: string; of: Expression; steps: readonly Step[]; at: number }
  | { kind: "answer"; value: Expression; at: number };
