import { type Fields, fieldsOf, isObject } from "../../contract/is-object.ts";
import { endingOf } from "./ending.ts";
import {
  called,
  event,
  isoOf,
  latencyOf,
  listOf,
  momentOf,
  numberOf,
  said,
  secondsToMs,
  textOf,
  unknownSpeaker,
  without,
} from "./fields.ts";
import { keptOf, unknownIn } from "./format.ts";
import type { Event, Format, Reader } from "./reader.ts";

const KINDS = ["message", "function_call", "function_call_output", "agent_handoff", "agent_config_update"];
const ROLES = ["assistant", "user", "system", "developer"];
/** Events of the session that become events of the call. The others are kept. */
const TOLD = ["error", "agent_false_interruption", "overlapping_speech", "user_transcription_timeout"];
const LATENCIES = {
  end_to_end: "e2e_latency",
  stt: "transcription_delay",
  llm: "llm_node_ttft",
  tts: "tts_node_ttfb",
} as const;

const ITEM = [
  "type",
  "role",
  "content",
  "created_at",
  "name",
  "call_id",
  "arguments",
  "output",
  "is_error",
  "interrupted",
  "old_agent_id",
  "new_agent_id",
  "metrics.started_speaking_at",
  "metrics.stopped_speaking_at",
  ...Object.values(LATENCIES).map((name) => `metrics.${name}`),
];

const format: Format = {
  version: "SessionReport.to_dict() and ChatContext.to_dict() of livekit-agents 1.7.0",
  read: [
    "job_id",
    "room_id",
    "agent_name",
    "started_at",
    "duration",
    "audio_recording_started_at",
    "audio_recording_path",
    ...ITEM.flatMap((field) => [`chat_history.items[].${field}`, `items[].${field}`]),
  ],
  not_read: [],
};

const itemsOf = (value: unknown): Fields[] => {
  const report = fieldsOf(value);
  return listOf(fieldsOf(report["chat_history"])["items"] ?? report["items"]);
};

/** Clock times in seconds since 1970. */
const momentIn = (fields: Fields, ...names: readonly string[]): number | undefined =>
  names.map((name) => momentOf(fields[name])).find((moment) => moment !== undefined);

/** The session's own start. If the report does not have it, the first moment that the report mentions. */
function startOf(report: Fields, items: readonly Fields[]): number | undefined {
  const stated = momentIn(report, "started_at", "audio_recording_started_at");
  if (stated !== undefined) return stated;
  let first: number | undefined;
  for (const item of [...listOf(report["events"]), ...items])
    for (const moment of [
      momentIn(item, "created_at"),
      momentIn(fieldsOf(item["metrics"]), "started_speaking_at"),
    ])
      if (moment !== undefined && moment < (first ?? Number.POSITIVE_INFINITY)) first = moment;
  return first;
}

/** Texts, and what was said in parts that are audio. */
function contentOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return textOf(content);
  const texts = content.flatMap((part) =>
    typeof part === "string" ? [part] : (textOf(fieldsOf(part)["transcript"]) ?? []),
  );
  return textOf(texts.join("\n"));
}

/** Without the tags that tell LiveKit's voices how to speak: `<expr …/>`. */
function spokenOf(text: string): string | undefined {
  const parts = text.split("<expr");
  const kept = parts.map((part, index) => (index === 0 ? part : part.slice(part.indexOf(">") + 1)));
  return textOf(kept.join(""));
}

/** LiveKit Agents: the report of a session, or only its chat history. */
export const livekit: Reader = {
  vendor: "livekit",
  format,
  recognizes(value) {
    if (!isObject(value)) return false;
    const items = itemsOf(value);
    return (
      items.every(({ type }) => typeof type === "string") &&
      items.some(({ type }) => KINDS.includes(String(type)))
    );
  },
  read(value) {
    const report = fieldsOf(value);
    const items = itemsOf(value);
    const start = startOf(report, items);
    const offset = (moment: number | undefined) =>
      start === undefined || moment === undefined ? undefined : Math.round(moment - start);
    const messages = items.filter(({ type }) => type === "message");
    const transcript = messages.flatMap(({ role, content, metrics }) => {
      const text = contentOf(content);
      if (text === undefined) return [];
      if (!ROLES.includes(String(role))) return unknownSpeaker(role, ROLES);
      const words = role === "assistant" ? spokenOf(text) : text;
      if (words === undefined || (role !== "assistant" && role !== "user")) return [];
      const [from, to] = ["started_speaking_at", "stopped_speaking_at"].map((name) =>
        offset(momentIn(fieldsOf(metrics), name)),
      );
      return [said(role === "assistant" ? "AGENT" : "USER", words, from, to)];
    });
    const outputs = new Map(
      items.filter(({ type }) => type === "function_call_output").map((item) => [item["call_id"], item]),
    );
    const tool_calls = items
      .filter(({ type }) => type === "function_call")
      .flatMap((call) => {
        const output = outputs.get(call["call_id"]);
        return called({
          name: textOf(call["name"]),
          parameters: call["arguments"],
          start: offset(momentIn(call, "created_at")),
          output: output?.["output"],
          failed: output?.["is_error"] === true,
        });
      });
    const eventOf = (item: Fields, title = String(item["type"])): Event =>
      event(title, {
        start: offset(momentIn(item, "created_at")),
        metadata: without(item, ["type", "created_at"]),
      });
    const session = listOf(report["events"]);
    const events = [
      ...items.filter(({ type }) => type === "agent_handoff").map((item) => eventOf(item)),
      ...messages
        .filter(({ interrupted }) => interrupted === true)
        .map(({ metrics }) =>
          event("interrupted", { start: offset(momentIn(fieldsOf(metrics), "stopped_speaking_at")) }),
        ),
      ...session.filter(({ type }) => TOLD.includes(String(type))).map((item) => eventOf(item)),
    ];
    const measured = (name: string) =>
      messages.flatMap(({ metrics }) => {
        const seconds = numberOf(fieldsOf(metrics)[name]);
        return seconds === undefined ? [] : [secondsToMs(seconds) ?? 0];
      });
    const started = isoOf(start);
    const close = session.find(({ type }) => type === "close") ?? {};
    const stated = textOf(close["reason"]);
    const path = textOf(report["audio_recording_path"]);
    return {
      vendor: "livekit",
      id: textOf(report["job_id"]) ?? textOf(report["room_id"]),
      agent_id: textOf(report["agent_name"]),
      duration_ms: secondsToMs(report["duration"]),
      unknown: unknownIn(
        items.map(({ type }) => String(type)),
        { read: KINDS, not_read: [] },
      ),
      recording: path === undefined ? undefined : { path, multichannel: true },
      latency: latencyOf({
        end_to_end: measured(LATENCIES.end_to_end),
        stt: measured(LATENCIES.stt),
        llm: measured(LATENCIES.llm),
        tts: measured(LATENCIES.tts),
      }),
      fields: {
        ...(started !== undefined && { start_time_utc: started }),
        transcript,
        ...(tool_calls.length > 0 && { tool_calls }),
        ...endingOf(events, {
          reason: CLOSED[stated ?? ""] ?? stated,
          stated,
          at_ms: offset(momentIn(close, "created_at")),
        }),
      },
      other: keptOf(report, format),
    };
  },
};

/** Any other reason keeps the platform's word: `user_initiated` means the application, not the caller. */
const CLOSED: Readonly<Record<string, "user_hangup" | "agent_hangup">> = {
  participant_disconnected: "user_hangup",
  task_completed: "agent_hangup",
};
