/** A world: tables, and the tools that an agent calls to read and change them. Immutable; a conversation has a state. */
import type { Output } from "../../contract/types.ts";
import type { Step } from "./tree.ts";

export type WorldForm = Output<"World">;
export type Values = Readonly<Record<string, unknown>>;

/** A row keeps its number, whatever becomes of its values. */
export interface Row {
  readonly number: number;
  readonly values: Values;
}

export interface Table {
  readonly name: string;
  readonly key: string | undefined;
  readonly columns: ReadonlySet<string>;
  readonly rows: readonly Row[];
}

export interface Tool {
  readonly name: string;
  readonly description: string | undefined;
  /** JSON Schema. */
  readonly input: Values;
  readonly steps: readonly Step[];
  readonly faults: NonNullable<WorldForm["tools"][number]["faults"]>;
  readonly latency_ms: number;
}

export interface World {
  /** ISO 8601; undefined: when the conversation began. */
  readonly clock: string | undefined;
  readonly seed: string;
  readonly tables: ReadonlyMap<string, Table>;
  readonly tools: ReadonlyMap<string, Tool>;
}

/** What happened to one row. `before` is null for a new row, `after` for one that is gone. */
export interface Change {
  readonly table: string;
  readonly row: number;
  readonly before: Values | null;
  readonly after: Values | null;
}

/** A mistake in a world. With `offset`, it is so far into the text at `path`. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly offset?: number;
}
