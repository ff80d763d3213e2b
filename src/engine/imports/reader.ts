import type { Body } from "../../contract/types.ts";

/** Fields of E2, read from a log. `start_time_utc` is set only if the log says when the call began. */
export type LoggedFields = Omit<
  Body<"evaluate">,
  "agent_id" | "start_time_utc" | "participants" | "recording_base64"
> &
  Partial<Pick<Body<"evaluate">, "start_time_utc" | "participants">>;

/** What was said and done in the call, in the order of the log. */
export type Entry = NonNullable<LoggedFields["transcript"]>[number];
export type ToolCall = NonNullable<LoggedFields["tool_calls"]>[number];
export type Event = NonNullable<LoggedFields["events"]>[number];

/** Latencies that the vendor measured, in milliseconds, by component. */
export interface ReportedLatency {
  readonly end_to_end?: readonly number[];
  readonly stt?: readonly number[];
  readonly llm?: readonly number[];
  readonly tts?: readonly number[];
}

/** A call read from a vendor's log. */
export interface LoggedCall {
  readonly vendor: string;
  /** The vendor's id of the call; undefined if the log has none. */
  readonly id?: string | undefined;
  /** The vendor's id of the agent. */
  readonly agent_id?: string | undefined;
  readonly fields: LoggedFields;
  /** Where the recording is, according to the log. */
  readonly recording?: Recording | undefined;
  readonly latency?: ReportedLatency | undefined;
  /** What the log has besides `fields`. */
  readonly other: Readonly<Record<string, unknown>>;
  /** The platform's word for the state of a call that has not ended. Such a call is not imported. */
  readonly unfinished?: string | undefined;
  /** How long the call took, according to the log. */
  readonly duration_ms?: number | undefined;
  /** The kinds of events that the reader does not know, and how many there are of each. */
  readonly unknown?: Readonly<Record<string, number>> | undefined;
}

export interface Recording {
  readonly url?: string | undefined;
  /** A path on the vendor's machine. Only the file name is meaningful here. */
  readonly path?: string | undefined;
  /** Each side has its own channel. */
  readonly multichannel: boolean;
}

/**
 * Paths in a log, such as `metadata.cost` or `messages[].role`. For a log that is a list of events: their kinds.
 * A field that is in neither list is kept in `metadata.source`.
 */
export interface Format {
  /** Which version of the platform's format, and where it is published. */
  readonly version: string;
  readonly read: readonly string[];
  /** Dropped. */
  readonly not_read: readonly string[];
  /** The log is a list of events. A kind that is in neither list is not known: it is counted and named. */
  readonly has_events?: true;
  /** Under which name the lists have a field. */
  readonly named?: (name: string) => string;
}

/** Reads one vendor's logs. */
export interface Reader {
  readonly vendor: string;
  readonly format: Format;
  /** Whether the value is a log of this vendor, judged by field names that no other vendor uses together. */
  recognizes(value: unknown): boolean;
  /**
   * @param value a value that `recognizes` has accepted
   * @throws Unreadable if it cannot be read without guessing
   */
  read(value: unknown): LoggedCall;
  /** What the paths of `format` begin at, or the kinds of events. Absent if it is the log itself. */
  contents?(value: unknown): unknown;
}
