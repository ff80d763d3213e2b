import type { Interval } from "./timing/interval.ts";

/** Only EVALUATED has a value. The other two say why there is none. */
type MetricStatus = "EVALUATED" | "NOT_APPLICABLE" | "NOT_EVALUATED";

/**
 * Why a metric has no value. `missing_*`: the input lacks something. `no_occurrences`: there was nothing to
 * measure.
 */
export type MetricReason =
  | "missing_transcript"
  | "missing_speaker"
  | "missing_offsets"
  | "noisy_recording"
  | "missing_recording"
  | "unassigned_channels"
  | "missing_utterance"
  | "missing_filler_flags"
  | "missing_ending"
  | "missing_tool_calls"
  | "missing_expected_tool_calls"
  | "missing_reference_transcript"
  | "missing_facts"
  | "unsupported_language"
  | "text_too_long"
  | "too_many_tool_calls"
  | "unsupported_pattern"
  | "no_speech"
  | "no_occurrences";

/** Something computed once from the input, or the reason why that was impossible. */
export type Fact<T> = { value: T } | { missing: MetricReason };

export type Unit =
  | "ms"
  | "count"
  | "ratio"
  | "percent"
  | "per minute"
  | "words per minute"
  | "words"
  | "per 100 words"
  | "dB"
  | "dBFS"
  | "ppm"
  | "value";

/** Where a value comes from: a span of time, or an index into `transcript`, `tool_calls` or `events`. */
export type Evidence = Interval | { entry: number } | { tool_call: number } | { event: number };

/** The value of one metric for one conversation. */
export interface MetricValue {
  id: string;
  status: MetricStatus;
  /** Present unless the status is EVALUATED. */
  reason?: MetricReason;
  /** A number or a string, or an object or list if the metric is one. Null unless EVALUATED. */
  value: number | string | object | null;
  unit: Unit;
  /** How many observations support the value. */
  n: number;
  /** True if the value is a rate, a mean, or a percentile of fewer observations than it needs. */
  low_support: boolean;
  /** `id@version` of the definition used, and its formula: `yield_rate@2 = …`. */
  formula: string;
  /** The true value may be higher, because transcribers tend to omit what the metric counts. */
  lower_bound?: true;
  evidence: readonly Evidence[];
}

export type WarningCode =
  | "missing_speaker"
  | "missing_offsets"
  | "negative_offset"
  | "inverted_interval"
  | "zero_length_interval"
  | "unsorted_entries"
  | "event_without_span"
  | "tool_call_without_offset"
  | "noisy_recording"
  | "weak_channel_assignment";

/**
 * A defect of the input. `indexes` point into the list that `code` refers to: entries, events, tool calls, or
 * channels.
 */
export interface Warning {
  code: WarningCode;
  indexes: readonly number[];
  message: string;
}
