import {
  called,
  type Fields,
  fieldsOf,
  isoOf,
  listOf,
  momentOf,
  numberOf,
  said,
  textOf,
  without,
} from "./fields.ts";
import type { Reader, ToolCall } from "./reader.ts";

const KIND =
  /^(?:session|conversation|input_audio_buffer|output_audio_buffer|response|rate_limits|transcription_session)\.[\w.]+$/;
/** Event types that no other vendor has. */
const OWN =
  /^(?:session\.(?:created|update)|conversation\.item\.|input_audio_buffer\.|response\.(?:created|done|output_|audio_))/;
const STAMPS = ["timestamp", "received_at", "sent_at", "created_at", "time"];

const eventsOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)["events"]);

/** When an event happened, according to the logger. The protocol has no times. */
const stampOf = (event: Fields) =>
  STAMPS.map((name) => momentOf(event[name])).find((moment) => moment !== undefined);

const kindIs = (event: Fields, ...endings: readonly string[]) => endings.includes(String(event["type"]));

/** Items in the order of the conversation. Each names the one before it, and a log can begin anywhere. */
function orderOf(events: readonly Fields[]): string[] {
  const order: string[] = [];
  for (const event of events) {
    const item = fieldsOf(event["item"]);
    const id = textOf(item["id"]) ?? textOf(event["item_id"]);
    if (id === undefined || order.includes(id)) continue;
    const previous = textOf(event["previous_item_id"]);
    const at = previous === undefined ? -1 : order.indexOf(previous);
    if (at === -1) order.push(id);
    else order.splice(at + 1, 0, id);
  }
  return order;
}

function utterances(events: readonly Fields[]) {
  const said_ = new Map<string, ReturnType<typeof said>>();
  const spans = new Map<string, { start?: number; end?: number }>();
  for (const event of events) {
    const id = textOf(event["item_id"]) ?? "";
    const start = numberOf(event["audio_start_ms"]);
    const end = numberOf(event["audio_end_ms"]);
    if (kindIs(event, "input_audio_buffer.speech_started") && start !== undefined)
      spans.set(id, { ...spans.get(id), start });
    else if (kindIs(event, "input_audio_buffer.speech_stopped") && end !== undefined)
      spans.set(id, { ...spans.get(id), end });
    else if (kindIs(event, "conversation.item.input_audio_transcription.completed")) {
      const text = textOf(event["transcript"]);
      if (text !== undefined) said_.set(id, said("USER", text));
    } else if (
      kindIs(event, "response.output_audio_transcript.done", "response.audio_transcript.done") ||
      kindIs(event, "response.output_text.done", "response.text.done")
    ) {
      const text = textOf(event["transcript"]) ?? textOf(event["text"]);
      if (text !== undefined) said_.set(id, said("AGENT", text));
    } else if (
      kindIs(event, "conversation.item.create", "conversation.item.created", "conversation.item.added")
    ) {
      // Text typed to the model is in the item itself.
      const item = fieldsOf(event["item"]);
      const text = textOf(
        listOf(item["content"])
          .filter(({ type }) => type === "input_text")
          .map(({ text }) => text)
          .join(" "),
      );
      if (item["role"] === "user" && text !== undefined)
        said_.set(textOf(item["id"]) ?? text, said("USER", text));
    }
  }
  const order = orderOf(events);
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...said_]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([id, entry]) => {
      const { start, end } = spans.get(id) ?? {};
      return said(entry.speaker === "AGENT" ? "AGENT" : "USER", entry.utterance, start, end);
    });
}

/** The name of a function is in its item. In newer logs, it is also in the event with its arguments. */
function toolCalls(events: readonly Fields[]): ToolCall[] {
  const items = events.map(({ item }) => fieldsOf(item));
  const names = new Map(
    items.filter(({ type }) => type === "function_call").map((item) => [item["call_id"], item["name"]]),
  );
  const outputs = new Map(
    items
      .filter(({ type }) => type === "function_call_output")
      .map((item) => [item["call_id"], item["output"]]),
  );
  return events
    .filter((event) => kindIs(event, "response.function_call_arguments.done"))
    .flatMap((event) => {
      const { call_id } = event;
      const name = textOf(event["name"]) ?? textOf(names.get(call_id));
      return called({ name, parameters: event["arguments"], output: outputs.get(call_id) });
    });
}

/** OpenAI Realtime: the events of a session. Only the user's speech has times that count from the start. */
export const openaiRealtime: Reader = {
  vendor: "openai-realtime",
  recognizes(value) {
    const events = eventsOf(value);
    return (
      events.length > 0 &&
      events.every(({ type }) => type === "error" || KIND.test(String(type))) &&
      events.some(({ type }) => OWN.test(String(type)))
    );
  },
  read(value) {
    const events = eventsOf(value);
    const session = fieldsOf(events.find((event) => kindIs(event, "session.created"))?.["session"]);
    const stamps = events.flatMap((event) => stampOf(event) ?? []);
    const start = stamps.length > 0 ? isoOf(Math.min(...stamps)) : undefined;
    const tool_calls = toolCalls(events);
    return {
      vendor: "openai-realtime",
      id: textOf(session["id"]),
      agent_id: undefined,
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        transcript: utterances(events),
        ...(tool_calls.length > 0 && { tool_calls }),
      },
      other: without(session, ["id"]),
    };
  },
};
