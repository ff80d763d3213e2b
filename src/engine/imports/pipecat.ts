import {
  called,
  type Fields,
  fieldsOf,
  isoOf,
  latencyOf,
  listOf,
  momentOf,
  numberOf,
  said,
  secondsToMs,
  textOf,
} from "./fields.ts";
import type { Entry, Reader } from "./reader.ts";

const LABEL = "rtvi-ai";
const STAMPS = ["timestamp", "received_at", "created_at", "time"];

const messagesOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)["messages"] ?? fieldsOf(value)["events"]);

/** When a message was sent, according to the logger. The protocol has no times. */
const stampOf = (message: Fields) =>
  STAMPS.map((name) => momentOf(message[name])).find((moment) => moment !== undefined);

interface Turn {
  readonly words: string[];
  start?: number | undefined;
  end?: number | undefined;
}

/**
 * The words of each side between its `…-started-speaking` and the next. Transcriptions arrive late, so words
 * that come after the other side has begun still belong to the turn in which they were said.
 */
function utterances(messages: readonly Fields[], offset: (message: Fields) => number | undefined): Entry[] {
  const turns: { readonly side: "AGENT" | "USER"; readonly turn: Turn }[] = [];
  const open: Record<"AGENT" | "USER", Turn | undefined> = { AGENT: undefined, USER: undefined };
  const begin = (side: "AGENT" | "USER", start?: number) => {
    const turn: Turn = { words: [], start };
    turns.push({ side, turn });
    open[side] = turn;
    return turn;
  };
  const hasTranscription = messages.some(({ type }) => type === "bot-transcription");
  const spoken = hasTranscription ? "bot-transcription" : "bot-tts-text";
  for (const message of messages) {
    const data = fieldsOf(message["data"]);
    const text = textOf(data["text"]);
    const type = String(message["type"]);
    if (type === "user-started-speaking") begin("USER", offset(message));
    else if (type === "bot-started-speaking") begin("AGENT", offset(message));
    else if (type === "user-stopped-speaking" && open.USER) open.USER.end = offset(message);
    else if (type === "bot-stopped-speaking" && open.AGENT) open.AGENT.end = offset(message);
    else if (type === "user-transcription" && data["final"] !== false && text !== undefined)
      (open.USER ?? begin("USER")).words.push(text);
    else if (type === spoken && text !== undefined) (open.AGENT ?? begin("AGENT")).words.push(text);
  }
  return turns
    .filter(({ turn }) => turn.words.length > 0)
    .map(({ side, turn }) => said(side, turn.words.join(" "), turn.start, turn.end));
}

function toolCalls(messages: readonly Fields[], offset: (message: Fields) => number | undefined) {
  const results = new Map(
    messages
      .filter(({ type }) => ["llm-function-call-stopped", "llm-function-call-result"].includes(String(type)))
      .map(({ data }) => fieldsOf(data))
      .map((data) => [data["tool_call_id"], data["result"]]),
  );
  const kind = messages.some(({ type }) => type === "llm-function-call-in-progress")
    ? "llm-function-call-in-progress"
    : "llm-function-call";
  return messages
    .filter(({ type }) => type === kind)
    .flatMap((message) => {
      const data = fieldsOf(message["data"]);
      return called({
        name: textOf(data["function_name"]),
        parameters: data["args"] ?? data["arguments"],
        start: offset(message),
        output: results.get(data["tool_call_id"]),
      });
    });
}

/** Time to first byte of each kind of service, from the `metrics` messages. */
function latencies(messages: readonly Fields[]) {
  const measured = messages
    .filter(({ type }) => type === "metrics")
    .flatMap(({ data }) => listOf(fieldsOf(data)["ttfb"]));
  const of = (kind: RegExp) =>
    measured
      .filter(({ processor }) => kind.test(String(processor)))
      .flatMap(({ value }) => (numberOf(value) === undefined ? [] : [secondsToMs(value) ?? 0]));
  return latencyOf({ stt: of(/STT/), llm: of(/LLM/), tts: of(/TTS/) });
}

/** Pipecat: the RTVI messages of a session, in order. They have times only if the logger added them. */
export const pipecat: Reader = {
  vendor: "pipecat",
  recognizes(value) {
    const messages = messagesOf(value);
    return messages.length > 0 && messages.every(({ label }) => label === LABEL);
  },
  read(value) {
    const messages = messagesOf(value);
    const stamps = messages.flatMap((message) => stampOf(message) ?? []);
    const first = stamps.length > 0 ? Math.min(...stamps) : undefined;
    const offset = (message: Fields) => {
      const stamp = stampOf(message);
      return first === undefined || stamp === undefined ? undefined : Math.round(stamp - first);
    };
    const start = isoOf(first);
    const tool_calls = toolCalls(messages, offset);
    const log = fieldsOf(value);
    return {
      vendor: "pipecat",
      id: textOf(log["session_id"]) ?? textOf(log["sessionId"]),
      agent_id: undefined,
      latency: latencies(messages),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        transcript: utterances(messages, offset),
        ...(tool_calls.length > 0 && { tool_calls }),
      },
      other: {},
    };
  },
};
