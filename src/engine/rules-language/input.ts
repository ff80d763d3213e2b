import type { ResponseType, Side } from "../../contract/values.ts";

/** The input of rules. Undefined means unknown; an empty list is known to be empty. */
export interface RuleInput {
  /** The turns in the order of the conversation. */
  turns?: Turn[];
  /** The calls in the order of the log. */
  tool_calls?: ToolCall[];
  /** The value of a built-in metric, by its full id. */
  metric(id: string): MetricReading | undefined;
}

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
  min_value?: number | null;
  max_value?: number | null;
  allow_not_applicable?: boolean | null;
}
