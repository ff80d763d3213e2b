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
  /** Everything in the log that is not in `fields`. */
  readonly other: Readonly<Record<string, unknown>>;
}

export interface Recording {
  readonly url?: string | undefined;
  /** A path on the vendor's machine. Only the file name is meaningful here. */
  readonly path?: string | undefined;
  /** Each side has its own channel. */
  readonly multichannel: boolean;
}

/** Reads one vendor's logs. */
export interface Reader {
  readonly vendor: string;
  /** Whether the value is a log of this vendor, judged by field names that no other vendor uses together. */
  recognizes(value: unknown): boolean;
  /** @param value a value that `recognizes` has accepted */
  read(value: unknown): LoggedCall;
}
