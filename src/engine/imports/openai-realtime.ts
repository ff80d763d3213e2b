import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import {
  called,
  event as happened,
  isoOf,
  listOf,
  momentOf,
  numberOf,
  said,
  textOf,
  without,
} from "./fields.ts";
import { unknownIn } from "./format.ts";
import type { Event, Format, Reader, ToolCall } from "./reader.ts";

const format: Format = {
  version: "Realtime API, beta and general availability (openai 6 for Node, August 2026)",
  has_events: true,
  read: [
    "session.created",
    "conversation.item.create",
    "conversation.item.created",
    "conversation.item.added",
    "conversation.item.done",
    "conversation.item.truncated",
    "conversation.item.input_audio_transcription.completed",
    "input_audio_buffer.speech_started",
    "input_audio_buffer.speech_stopped",
    "input_audio_buffer.committed",
    "input_audio_buffer.dtmf_event_received",
    "response.output_item.added",
    "response.output_item.done",
    "response.done",
    "response.output_audio_transcript.done",
    "response.audio_transcript.done",
    "response.output_text.done",
    "response.text.done",
    "response.function_call_arguments.done",
    "response.mcp_call_arguments.done",
    "error",
  ],
  not_read: [
    "session.update",
    "session.updated",
    "transcription_session.update",
    "transcription_session.updated",
    "conversation.created",
    "conversation.item.delete",
    "conversation.item.deleted",
    "conversation.item.retrieve",
    "conversation.item.retrieved",
    "conversation.item.truncate",
    "conversation.item.input_audio_transcription.delta",
    "conversation.item.input_audio_transcription.failed",
    "conversation.item.input_audio_transcription.segment",
    "input_audio_buffer.append",
    "input_audio_buffer.clear",
    "input_audio_buffer.cleared",
    "input_audio_buffer.commit",
    "input_audio_buffer.timeout_triggered",
    "output_audio_buffer.clear",
    "output_audio_buffer.cleared",
    "output_audio_buffer.started",
    "output_audio_buffer.stopped",
    "mcp_list_tools.in_progress",
    "mcp_list_tools.completed",
    "mcp_list_tools.failed",
    "rate_limits.updated",
    "response.create",
    "response.created",
    "response.cancel",
    "response.content_part.added",
    "response.content_part.done",
    "response.function_call_arguments.delta",
    "response.mcp_call.in_progress",
    "response.mcp_call.completed",
    "response.mcp_call.failed",
    "response.mcp_call_arguments.delta",
    "response.output_audio.delta",
    "response.output_audio.done",
    "response.audio.delta",
    "response.audio.done",
    "response.output_audio_transcript.delta",
    "response.audio_transcript.delta",
    "response.output_text.delta",
    "response.text.delta",
  ],
};
/** Event types that no other vendor has. */
const OWN =
  /^(?:session\.(?:created|update)|conversation\.item\.|input_audio_buffer\.|response\.(?:created|done|output_|audio_))/;
const STAMPS = ["timestamp", "received_at", "sent_at", "created_at", "time"];

const eventsOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)["events"]);

/** When an event happened, according to the logger. The protocol has no times. */
const stampOf = (event: Fields) =>
  STAMPS.map((name) => momentOf(event[name])).find((moment) => moment !== undefined);

const kindIs = (event: Fields, ...kinds: readonly string[]) => kinds.includes(String(event["type"]));

/** The items that an event has. */
const itemsIn = (event: Fields): Fields[] => [
  ...listOf([event["item"]]),
  ...listOf(fieldsOf(event["response"])["output"]),
];

/**
 * The place of each item in the conversation. Each names the one before it, and a log can begin anywhere, so
 * the items are a chain, in which a new one comes after the one that it names.
 */
function placesOf(events: readonly Fields[]): ReadonlyMap<string, number> {
  const FIRST = "";
  const after = new Map<string, string | undefined>([[FIRST, undefined]]);
  let last = FIRST;
  const put = (id: string | undefined, named: unknown) => {
    if (id === undefined || after.has(id)) return;
    const previous = textOf(named);
    const before = previous !== undefined && after.has(previous) ? previous : last;
    after.set(id, after.get(before));
    after.set(before, id);
    if (before === last) last = id;
  };
  for (const event of events) {
    const [item] = listOf([event["item"]]);
    put(textOf(item?.["id"]) ?? textOf(event["item_id"]), event["previous_item_id"]);
  }
  const places = new Map<string, number>();
  for (let id = after.get(FIRST); id !== undefined; id = after.get(id)) places.set(id, places.size);
  return places;
}

/** What an item says: text that was typed, or the transcript of audio. */
const wordsIn = (item: Fields, ...kinds: readonly string[]) =>
  textOf(
    listOf(item["content"])
      .filter(({ type }) => kinds.includes(String(type)))
      .flatMap(({ text, transcript }) => textOf(text) ?? textOf(transcript) ?? [])
      .join(" "),
  );

function utterances(events: readonly Fields[]) {
  const turns = new Map<string, readonly ["AGENT" | "USER", string]>();
  /** What items themselves say, used if no event of its own says it. */
  const inItems = new Map<string, readonly ["AGENT" | "USER", string]>();
  const spans = new Map<string, { start?: number; end?: number }>();
  for (const event of events) {
    const id = textOf(event["item_id"]) ?? "";
    const start = numberOf(event["audio_start_ms"]);
    const end = numberOf(event["audio_end_ms"]);
    const text = textOf(event["transcript"]) ?? textOf(event["text"]);
    if (kindIs(event, "input_audio_buffer.speech_started") && start !== undefined)
      spans.set(id, { ...spans.get(id), start });
    else if (kindIs(event, "input_audio_buffer.speech_stopped") && end !== undefined)
      spans.set(id, { ...spans.get(id), end });
    else if (kindIs(event, "conversation.item.input_audio_transcription.completed") && text !== undefined)
      turns.set(id, ["USER", text]);
    else if (
      kindIs(event, "response.output_audio_transcript.done", "response.audio_transcript.done") ||
      kindIs(event, "response.output_text.done", "response.text.done")
    ) {
      if (text !== undefined) turns.set(id, ["AGENT", text]);
    } else
      for (const item of itemsIn(event)) {
        const isUser = item["role"] === "user";
        const words = isUser
          ? wordsIn(item, "input_text", "input_audio")
          : wordsIn(item, "output_text", "text", "output_audio", "audio");
        if (words === undefined || (!isUser && item["role"] !== "assistant")) continue;
        inItems.set(textOf(item["id"]) ?? words, [isUser ? "USER" : "AGENT", words]);
      }
  }
  for (const [id, turn] of inItems) if (!turns.has(id)) turns.set(id, turn);
  const places = placesOf(events);
  const place = (id: string) => places.get(id) ?? places.size;
  return [...turns]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([id, [side, words]]) => said(side, words, spans.get(id)?.start, spans.get(id)?.end));
}

interface Used {
  name?: string | undefined;
  parameters?: unknown;
  output?: unknown;
  failed?: boolean;
}

/** Calls of functions, and of tools of MCP servers, whose results are in the items of the calls themselves. */
function toolCalls(events: readonly Fields[]): ToolCall[] {
  const used = new Map<unknown, Used>();
  const outputs = new Map<unknown, unknown>();
  const note = (id: unknown, what: Used) => used.set(id, { ...used.get(id), ...what });
  for (const event of events) {
    if (kindIs(event, "response.function_call_arguments.done"))
      note(event["call_id"], {
        parameters: event["arguments"],
        ...(textOf(event["name"]) !== undefined && { name: textOf(event["name"]) }),
      });
    if (kindIs(event, "response.mcp_call_arguments.done"))
      note(event["item_id"], { parameters: event["arguments"] });
    for (const item of itemsIn(event)) {
      const { type, call_id, id, error, output } = item;
      const name = textOf(item["name"]);
      const said = textOf(item["arguments"]);
      const parameters = said === undefined ? {} : { parameters: said };
      if (type === "function_call") note(call_id, { name, ...parameters });
      if (type === "function_call_output") outputs.set(call_id, output);
      if (type === "mcp_call")
        note(id, {
          name,
          ...parameters,
          ...(textOf(output) !== undefined && { output }),
          ...(error !== null && error !== undefined && { output: error, failed: true }),
        });
    }
  }
  return [...used].flatMap(([id, { name, parameters, output, failed = false }]) =>
    called({ name, parameters, output: output ?? outputs.get(id), failed }),
  );
}

const eventsTold = (events: readonly Fields[]): Event[] =>
  events
    .filter((event) =>
      kindIs(event, "error", "conversation.item.truncated", "input_audio_buffer.dtmf_event_received"),
    )
    .map((event) =>
      happened(kindIs(event, "conversation.item.truncated") ? "interrupted" : String(event["type"]), {
        metadata: without(event, ["type", "event_id", ...STAMPS]),
      }),
    );

/** OpenAI Realtime: the events of a session. Only the user's speech has times that count from the start. */
export const openaiRealtime: Reader = {
  vendor: "openai-realtime",
  format,
  contents: eventsOf,
  recognizes(value) {
    const events = eventsOf(value);
    return (
      events.length > 0 &&
      events.every(({ type, label }) => typeof type === "string" && label === undefined) &&
      events.some(({ type }) => OWN.test(String(type)))
    );
  },
  read(value) {
    const events = eventsOf(value);
    const session = fieldsOf(events.find((event) => kindIs(event, "session.created"))?.["session"]);
    const first = earliest(events);
    const start = isoOf(first);
    const tool_calls = toolCalls(events);
    const reported = eventsTold(events);
    const usage = events.flatMap(({ response }) => fieldsOf(response)["usage"] ?? []);
    return {
      vendor: "openai-realtime",
      id: textOf(session["id"]),
      agent_id: undefined,
      unknown: unknownIn(
        events.map(({ type }) => String(type)),
        format,
      ),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        transcript: utterances(events),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...(reported.length > 0 && { events: reported }),
      },
      other: { ...without(session, ["id"]), ...(usage.length > 0 && { usage }) },
    };
  },
};

function earliest(events: readonly Fields[]): number | undefined {
  let first: number | undefined;
  for (const event of events) {
    const stamp = stampOf(event);
    if (stamp !== undefined && stamp < (first ?? Number.POSITIVE_INFINITY)) first = stamp;
  }
  return first;
}
