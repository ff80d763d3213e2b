import {
  called,
  type Fields,
  fieldsOf,
  isFields,
  isoOf,
  latencyOf,
  listOf,
  momentOf,
  numberOf,
  numbersOf,
  said,
  secondsToMs,
  textOf,
  without,
} from "./fields.ts";
import type { Event, Reader } from "./reader.ts";

const WOVEN = ["transcript_with_tool_calls", "scrubbed_transcript_with_tool_calls"];
const PLAIN = ["transcript_object", "scrubbed_transcript_object"];
const RECORDINGS = [
  { name: "recording_multi_channel_url", multichannel: true },
  { name: "scrubbed_recording_multi_channel_url", multichannel: true },
  { name: "recording_url", multichannel: false },
  { name: "scrubbed_recording_url", multichannel: false },
];
const READ = [
  ...WOVEN,
  ...PLAIN,
  "call_id",
  "agent_id",
  "call_type",
  "direction",
  "from_number",
  "to_number",
  "start_timestamp",
  "transcript",
];

/** When the words of an utterance begin and end. */
function spanOf(words: unknown): [start?: number, end?: number] {
  const timed = listOf(words);
  return [secondsToMs(timed[0]?.["start"]), secondsToMs(timed.at(-1)?.["end"])];
}

function endedBy(reason: unknown) {
  if (reason === "user_hangup") return { conversation_ended_by: "USER" as const };
  if (reason === "agent_hangup" || reason === "call_transfer")
    return { conversation_ended_by: "AGENT" as const };
  return {};
}

function utterances(entries: readonly Fields[]) {
  return entries.flatMap(({ role, content, words }) => {
    const text = textOf(content);
    if (text === undefined || (role !== "agent" && role !== "user")) return [];
    return [said(role === "agent" ? "AGENT" : "USER", text, ...spanOf(words))];
  });
}

function toolCalls(entries: readonly Fields[]) {
  const results = new Map(
    entries.filter(({ role }) => role === "tool_call_result").map((entry) => [entry["tool_call_id"], entry]),
  );
  return entries
    .filter(({ role }) => role === "tool_call_invocation")
    .flatMap((call) => {
      const result = results.get(call["tool_call_id"]);
      return called({
        name: textOf(call["name"]),
        parameters: call["arguments"],
        output: result?.["content"],
        failed: result?.["successful"] === false,
      });
    });
}

/**
 * Entries that are not turns of either side: digits, messages, transitions, the words of the person who took
 * over.
 */
function events(entries: readonly Fields[]): Event[] {
  return entries.flatMap((entry) => {
    const role = textOf(entry["role"]);
    if (!role || ["agent", "user", "tool_call_invocation", "tool_call_result"].includes(role)) return [];
    const { time_sec, content, words, ...rest } = without(entry, ["role"]);
    const [start = secondsToMs(time_sec), end] = spanOf(words);
    const text = textOf(content);
    return [
      {
        title: role,
        ...(start !== undefined && { start_offset_ms: start }),
        ...(end !== undefined && { end_offset_ms: end }),
        ...(text !== undefined && { description: text }),
        ...(Object.keys(rest).length > 0 && { metadata: rest }),
      },
    ];
  });
}

/** Retell: a call from its API or its webhooks. */
export const retell: Reader = {
  vendor: "retell",
  recognizes: (value) =>
    isFields(value) &&
    typeof value["call_id"] === "string" &&
    (value["call_type"] === "phone_call" ||
      value["call_type"] === "web_call" ||
      [...WOVEN, ...PLAIN].some((name) => Array.isArray(value[name]))),
  read(value) {
    const call = fieldsOf(value);
    const [woven = []] = WOVEN.map((name) => listOf(call[name])).filter((list) => list.length > 0);
    const [plain = []] = PLAIN.map((name) => listOf(call[name])).filter((list) => list.length > 0);
    const entries = woven.length > 0 ? woven : plain;
    const isOutbound = call["direction"] === "outbound";
    const [theirs, ours] = isOutbound ? ["to_number", "from_number"] : ["from_number", "to_number"];
    const recording = RECORDINGS.find(({ name }) => textOf(call[name]) !== undefined);
    const start = isoOf(momentOf(call["start_timestamp"]));
    const tool_calls = toolCalls(entries);
    const found = events(entries);
    const latency = fieldsOf(call["latency"]);
    const measured = (name: string) => numbersOf(fieldsOf(latency[name])["values"]);
    return {
      vendor: "retell",
      id: textOf(call["call_id"]),
      agent_id: textOf(call["agent_id"]),
      recording: recording && { url: textOf(call[recording.name]), multichannel: recording.multichannel },
      latency: latencyOf({
        end_to_end: measured("e2e"),
        stt: measured("asr"),
        llm: measured("llm"),
        tts: measured("tts"),
      }),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        participants: [
          { role: "AGENT", ...numberAs(call[ours ?? ""]) },
          { role: "USER", ...numberAs(call[theirs ?? ""]) },
        ],
        call_direction: isOutbound ? "OUTBOUND" : "INBOUND",
        interface: call["call_type"] === "web_call" ? "WEB" : "PHONE",
        transcript: utterances(entries),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...(found.length > 0 && { events: found }),
        ...endedBy(call["disconnection_reason"]),
      },
      other: without(call, READ),
    };
  },
};

function numberAs(value: unknown) {
  const phone_number = numberOf(value) === undefined ? textOf(value) : undefined;
  return phone_number === undefined ? {} : { phone_number };
}
