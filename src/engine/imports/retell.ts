import { type Fields, fieldsOf, isObject } from "../../contract/is-object.ts";
import { type EndReason, endingOf } from "./ending.ts";
import {
  called,
  event,
  isoOf,
  latencyOf,
  listOf,
  momentOf,
  numberOf,
  numbersOf,
  said,
  secondsToMs,
  sidesOf,
  textOf,
  unknownSpeaker,
  without,
} from "./fields.ts";
import { keptOf, unknownIn } from "./format.ts";
import type { Event, Format, Reader } from "./reader.ts";
import { turnsOfText } from "./text-transcript.ts";

const WOVEN = ["transcript_with_tool_calls", "scrubbed_transcript_with_tool_calls"];
const PLAIN = ["transcript_object", "scrubbed_transcript_object"];
const RECORDINGS = [
  { name: "recording_multi_channel_url", multichannel: true },
  { name: "scrubbed_recording_multi_channel_url", multichannel: true },
  { name: "recording_url", multichannel: false },
  { name: "scrubbed_recording_url", multichannel: false },
];
/** Entries of a transcript that are not turns: digits, messages, transitions, the person who took over. */
const OTHER_ROLES = ["node_transition", "dtmf", "sms", "injected", "transfer_target"];
const TOOLS = ["tool_call_invocation", "tool_call_result"];
const ROLES = ["agent", "user", ...TOOLS, ...OTHER_ROLES];

const format: Format = {
  version: "API v2 (retell-sdk 5.60.0)",
  read: [
    ...WOVEN.flatMap((name) =>
      ["role", "content", "words", "time_sec", "tool_call_id", "name", "arguments", "successful"].map(
        (field) => `${name}[].${field}`,
      ),
    ),
    ...PLAIN.flatMap((name) => ["role", "content", "words"].map((field) => `${name}[].${field}`)),
    ...RECORDINGS.map(({ name }) => name),
    ...["e2e", "asr", "llm", "tts"].map((component) => `latency.${component}.values`),
    "call_id",
    "agent_id",
    "call_type",
    "call_status",
    "direction",
    "from_number",
    "to_number",
    "start_timestamp",
    "end_timestamp",
    "duration_ms",
    "disconnection_reason",
    "transcript",
  ],
  not_read: [],
};

const END_REASONS: Readonly<Record<string, EndReason>> = {
  transfer_bridged: "call_transfer",
  call_take_over: "call_transfer",
};

/** When the words of an utterance begin and end. */
function spanOf(words: unknown): [start?: number, end?: number] {
  const timed = listOf(words);
  return [secondsToMs(timed[0]?.["start"]), secondsToMs(timed.at(-1)?.["end"])];
}

function utterances(entries: readonly Fields[]) {
  return entries.flatMap(({ role, content, words }) => {
    const text = textOf(content);
    if (text === undefined) return [];
    if (role === "agent" || role === "user")
      return [said(role === "agent" ? "AGENT" : "USER", text, ...spanOf(words))];
    return ROLES.includes(String(role)) ? [] : unknownSpeaker(role, ROLES);
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
        start: secondsToMs(call["time_sec"]),
        output: result?.["content"],
        failed: result?.["successful"] === false,
      });
    });
}

function eventsIn(entries: readonly Fields[]): Event[] {
  return entries
    .filter(({ role }) => OTHER_ROLES.includes(String(role)))
    .map(({ role, time_sec, content, words, ...rest }) => {
      const [start = secondsToMs(time_sec), end] = spanOf(words);
      return event(String(role), { start, end, description: textOf(content), metadata: without(rest, []) });
    });
}

const STATES = ["call_status", "disconnection_reason"];

/** A call that has an end has ended: an example of the documentation is `registered` after its end. */
function stateOf({ call_status, end_timestamp, disconnection_reason }: Fields): string | undefined {
  const hasEnd = numberOf(end_timestamp) !== undefined || textOf(disconnection_reason) !== undefined;
  return !hasEnd && (call_status === "registered" || call_status === "ongoing") ? call_status : undefined;
}

/** Retell: a call from its API or its webhooks. */
export const retell: Reader = {
  vendor: "retell",
  format,
  recognizes: (value) =>
    isObject(value) &&
    typeof value["call_id"] === "string" &&
    (value["call_type"] === "phone_call" ||
      value["call_type"] === "web_call" ||
      [...WOVEN, ...PLAIN].some((name) => Array.isArray(value[name])) ||
      // The webhooks of some agents have only the text.
      (textOf(value["transcript"]) !== undefined && STATES.some((name) => name in value))),
  read(value) {
    const call = fieldsOf(value);
    const [woven = []] = WOVEN.map((name) => listOf(call[name])).filter((list) => list.length > 0);
    const [plain = []] = PLAIN.map((name) => listOf(call[name])).filter((list) => list.length > 0);
    const entries = woven.length > 0 ? woven : plain;
    const turns = utterances(entries);
    const isOutbound = call["direction"] === "outbound";
    const number_called = phoneNumberOf(call["to_number"]);
    const number_calling = phoneNumberOf(call["from_number"]);
    const [theirs, ours] = isOutbound ? [number_called, number_calling] : [number_calling, number_called];
    const recording = RECORDINGS.find(({ name }) => textOf(call[name]) !== undefined);
    const tool_calls = toolCalls(entries);
    const stated = textOf(call["disconnection_reason"]);
    const [from, to] = [momentOf(call["start_timestamp"]), momentOf(call["end_timestamp"])];
    const start = isoOf(from);
    const length = from === undefined || to === undefined || to < from ? undefined : to - from;
    const duration_ms = numberOf(call["duration_ms"]) ?? length;
    const latency = fieldsOf(call["latency"]);
    const measured = (name: string) => numbersOf(fieldsOf(latency[name])["values"]);
    return {
      vendor: "retell",
      id: textOf(call["call_id"]),
      agent_id: textOf(call["agent_id"]),
      unfinished: stateOf(call),
      duration_ms,
      unknown: unknownIn(
        entries.map(({ role }) => String(role)),
        { read: ROLES, not_read: [] },
      ),
      recording: recording && { url: textOf(call[recording.name]), multichannel: recording.multichannel },
      latency: latencyOf({
        end_to_end: measured("e2e"),
        stt: measured("asr"),
        llm: measured("llm"),
        tts: measured("tts"),
      }),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        ...sidesOf({ ours, theirs, isOutbound }),
        interface: call["call_type"] === "web_call" ? "WEB" : "PHONE",
        transcript:
          turns.length > 0 ? turns : turnsOfText(call["transcript"], { agent: "AGENT", user: "USER" }),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...endingOf(eventsIn(entries), {
          reason: END_REASONS[stated ?? ""] ?? stated,
          stated,
          at_ms: duration_ms,
        }),
      },
      other: keptOf(call, format),
    };
  },
};

const phoneNumberOf = (value: unknown) => (numberOf(value) === undefined ? textOf(value) : undefined);
