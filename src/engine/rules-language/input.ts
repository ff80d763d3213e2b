import type { ResponseType, Side } from "../../contract/values.ts";

/** The input of rules. Undefined means unknown; an empty list is known to be empty. */
export interface RuleInput {
  /** The turns in the order of the conversation. */
  turns?: Turn[];
  /** The calls in the order of the log. */
  tool_calls?: ToolCall[];
  /** What the tables of the conversation's world hold at its end. */
  state?: WorldState | undefined;
  /** Why the state could not be read, if it could not. */
  state_unread?: string | undefined;
  /** The value of a built-in metric, by its full id. */
  metric(id: string): MetricReading | undefined;
}

export interface WorldState {
  /** The rows of each table at the end. */
  tables: ReadonlyMap<string, readonly StateRow[]>;
  /** What became of rows that are not as they were. */
  differences: readonly StateRow[];
}

/** A row of a table, and what became of it. */
export type StateRow = {
  table: string;
  row: number;
  change: "added" | "changed" | "removed" | "kept";
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  /** The positions of the tool calls that changed it, from 1. */
  calls: readonly number[];
  /** The turn before the last of these calls, from 1; 0 if it came before the first turn. */
  turn?: number;
};

export interface Turn {
  /** The number of the turn, starting at 1: the N of `before turn N`. */
  i: number;
  speaker: Side;
  text: string;
  start_offset_ms?: number | null;
  end_offset_ms?: number | null;
  /** See `ToolCall.arrival`. */
  arrival?: number | undefined;
}

export interface ToolCall {
  name: string;
  parameters?: unknown;
  output?: unknown;
  start_offset_ms?: number | null;
  /**
   * In a written conversation, the position in the order in which turns and calls arrived. If both a turn and
   * a call have one, it decides which came first, not the offsets.
   */
  arrival?: number | undefined;
}

export interface MetricReading {
  /** Only `EVALUATED` has a value. */
  status: string;
  value?: unknown;
  unit?: string | null;
  /** Why there is no value, such as `missing_offsets`. */
  reason?: string | null;
}

/** A built-in metric that rules may name. */
export interface CatalogueEntry {
  id: string;
  /**
   * `ms`, `s`, `percent`, `%`, and `ratio` can be converted. `value` means a text or a list. Any other unit
   * means a number.
   */
  unit: string;
}

/** The fields of a custom metric that determine what its rules may say. */
export interface MetricSettings {
  response_type: ResponseType;
  enum_options?: string[] | null;
  /** The tools that a tool_call metric asks for. */
  tool_names?: string[] | null;
  min_value?: number | null;
  max_value?: number | null;
  allow_not_applicable?: boolean | null;
}
