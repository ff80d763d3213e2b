import type { ResponseType, Side } from "../../contract/values.ts";

/** What rules are evaluated on. Undefined means unknown; an empty list is known to be empty. */
export interface RuleInput {
  /** The turns in the order of the conversation. */
  turns?: Turn[];
  /** The calls as they were logged. */
  tool_calls?: ToolCall[];
  /** The value of a built-in metric, by its full id. */
  metric(id: string): MetricReading | undefined;
}

export interface Turn {
  /** The number of the turn, 1 for the first: the N of `before turn N`. */
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
   * In a written conversation, its place in the order in which turns and calls arrived. If a turn and a call both have
   * one, it decides which came first, and offsets do not.
   */
  arrival?: number | undefined;
}

export interface MetricReading {
  /** Only with `EVALUATED` is there a value. */
  status: string;
  value?: unknown;
  unit?: string | null;
  /** Why there is no value, such as `missing_offsets`. */
  reason?: string | null;
}

/** A built-in metric that rules may name. */
export interface CatalogueEntry {
  id: string;
  /** `ms`, `s`, `percent`, `%` and `ratio` convert; `value` means a text or a list; any other unit means a number. */
  unit: string;
}

/** The fields of a custom metric that decide what its rules may say. */
export interface MetricSettings {
  response_type: ResponseType;
  enum_options?: string[] | null;
  min_value?: number | null;
  max_value?: number | null;
  allow_not_applicable?: boolean | null;
}
