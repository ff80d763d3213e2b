import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import {
  called,
  event,
  isoOf,
  latencyOf,
  listOf,
  numberOf,
  secondsToMs,
  stampOf,
  textOf,
  without,
} from "./fields.ts";
import { unknownIn } from "./format.ts";
import { turnsOf } from "./pipecat-turns.ts";
import type { Event, Format, Reader } from "./reader.ts";

const LABEL = "rtvi-ai";
const RESULTS = ["llm-function-call-stopped", "llm-function-call-result"];
const TOLD = ["error", "error-response", "server-message", "bot-interrupted"];

const format: Format = {
  version: "RTVI protocol 2.1.0 and earlier (pipecat 1.7.0)",
  has_events: true,
  read: [
    "bot-ready",
    "user-started-speaking",
    "user-stopped-speaking",
    "user-transcription",
    "user-llm-text",
    "bot-started-speaking",
    "bot-stopped-speaking",
    "bot-llm-started",
    "bot-transcription",
    "bot-tts-text",
    "bot-output",
    "llm-function-call",
    "llm-function-call-in-progress",
    ...RESULTS,
    "metrics",
    ...TOLD,
  ],
  not_read: [
    "client-ready",
    "client-message",
    "server-response",
    "send-text",
    "disconnect-bot",
    "dtmf",
    "raw-audio",
    "raw-audio-batch",
    "append-to-context",
    "llm-function-call-started",
    "vad-user-started-speaking",
    "vad-user-stopped-speaking",
    "user-mute-started",
    "user-mute-stopped",
    "user-audio-level",
    "bot-audio-level",
    "bot-llm-text",
    "bot-llm-stopped",
    "bot-tts-started",
    "bot-tts-stopped",
    "bot-tts-audio",
    "bot-llm-search-response",
    "system-log",
    "ui-event",
    "ui-command",
    "ui-snapshot",
    "ui-cancel-job-group",
    "ui-job-group",
  ],
};

const messagesOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)["messages"] ?? fieldsOf(value)["events"]);

function toolCalls(messages: readonly Fields[], offset: (message: Fields) => number | undefined) {
  const results = new Map(
    messages
      .filter(({ type }) => RESULTS.includes(String(type)))
      .map(({ data }) => fieldsOf(data))
      .map((data) => [data["tool_call_id"], data]),
  );
  const kind = messages.some(({ type }) => type === "llm-function-call-in-progress")
    ? "llm-function-call-in-progress"
    : "llm-function-call";
  return messages
    .filter(({ type }) => type === kind)
    .flatMap((message) => {
      const data = fieldsOf(message["data"]);
      const result = results.get(data["tool_call_id"]);
      const wasCancelled = result?.["cancelled"] === true;
      return called({
        name: textOf(data["function_name"]),
        parameters: data["args"] ?? data["arguments"],
        start: offset(message),
        output: wasCancelled ? "cancelled" : result?.["result"],
        failed: wasCancelled,
      });
    });
}

/** What the `metrics` messages measure, by kind. */
const metricsIn = (messages: readonly Fields[], kind: string): Fields[] =>
  messages.filter(({ type }) => type === "metrics").flatMap(({ data }) => listOf(fieldsOf(data)[kind]));

/** Time to first byte of each kind of service. */
function latencies(messages: readonly Fields[]) {
  const measured = metricsIn(messages, "ttfb");
  const of = (kind: string) =>
    measured
      .filter(({ processor }) => String(processor).includes(kind))
      .flatMap(({ value }) => (numberOf(value) === undefined ? [] : [secondsToMs(value) ?? 0]));
  return latencyOf({ stt: of("STT"), llm: of("LLM"), tts: of("TTS") });
}

/** What the log has besides the call: its own fields, the versions, and every other metric. */
function otherOf(value: unknown, messages: readonly Fields[]): Record<string, unknown> {
  const log = Array.isArray(value)
    ? {}
    : without(fieldsOf(value), ["messages", "events", "session_id", "sessionId"]);
  const ready = fieldsOf(messages.find(({ type }) => type === "bot-ready")?.["data"]);
  const kinds = ["ttfa", "ttfat", "processing", "tokens", "stt_usage", "characters"];
  const metrics = kinds.flatMap((kind) => {
    const of_kind = metricsIn(messages, kind);
    return of_kind.length > 0 ? [[kind, of_kind] as const] : [];
  });
  return {
    ...log,
    ...(Object.keys(ready).length > 0 && { "bot-ready": ready }),
    ...(metrics.length > 0 && { metrics: Object.fromEntries(metrics) }),
  };
}

/** Pipecat: the RTVI messages of a session, in order. They have times only if the logger added them. */
export const pipecat: Reader = {
  vendor: "pipecat",
  format,
  contents: messagesOf,
  recognizes(value) {
    const messages = messagesOf(value);
    return messages.length > 0 && messages.every(({ label }) => label === LABEL);
  },
  read(value) {
    const messages = messagesOf(value);
    let first: number | undefined;
    for (const message of messages) {
      const stamp = stampOf(message);
      if (stamp !== undefined && stamp < (first ?? Number.POSITIVE_INFINITY)) first = stamp;
    }
    const offset = (message: Fields) => {
      const stamp = stampOf(message);
      return first === undefined || stamp === undefined ? undefined : Math.round(stamp - first);
    };
    const start = isoOf(first);
    const tool_calls = toolCalls(messages, offset);
    const events = messages
      .filter(({ type }) => TOLD.includes(String(type)))
      .map((message): Event => {
        const { data } = message;
        const metadata = data === undefined || data === null ? {} : { data };
        return event(String(message["type"]), { start: offset(message), metadata });
      });
    const log = fieldsOf(value);
    return {
      vendor: "pipecat",
      id: textOf(log["session_id"]) ?? textOf(log["sessionId"]),
      agent_id: undefined,
      unknown: unknownIn(
        messages.map(({ type }) => String(type)),
        format,
      ),
      latency: latencies(messages),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        transcript: turnsOf(messages, offset),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...(events.length > 0 && { events }),
      },
      other: otherOf(value, messages),
    };
  },
};
