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
  said,
  secondsToMs,
  sidesOf,
  textOf,
  unknownSpeaker,
} from "./fields.ts";
import { keptOf } from "./format.ts";
import type { Event, Format, Reader } from "./reader.ts";

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The API writes snake_case; the vendor's own library writes camelCase. */
const either = (fields: Fields, name: string): unknown =>
  fields[name] ?? fields[name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];

const ROLES = ["agent", "user"];
/** The latencies of a turn. Newer logs have them inside `metrics`. */
const LATENCIES = {
  stt: "convai_asr_trailing_service_latency",
  llm: "convai_llm_service_ttfb",
  tts: "convai_tts_service_ttfb",
} as const;
const METRICS = "conversation_turn_metrics";

const format: Format = {
  version: "API v1, and the webhooks post_call_transcription of 2025 and later",
  named: snake,
  read: [
    "conversation_id",
    "agent_id",
    "status",
    "metadata.start_time_unix_secs",
    "metadata.call_duration_secs",
    "metadata.termination_reason",
    "metadata.phone_call.direction",
    "metadata.phone_call.external_number",
    "metadata.phone_call.agent_number",
    ...["role", "message", "time_in_call_secs", "interrupted", "original_message"].map(
      (field) => `transcript[].${field}`,
    ),
    ...["request_id", "tool_name", "params_as_json"].map((field) => `transcript[].tool_calls[].${field}`),
    ...["request_id", "result_value", "is_error"].map((field) => `transcript[].tool_results[].${field}`),
    ...["", ".metrics"].flatMap((within) =>
      Object.values(LATENCIES).map((name) => `transcript[].${METRICS}${within}.${name}.elapsed_time`),
    ),
  ],
  not_read: ["transcript[].tool_results[].tool_name"],
};

/** The log has the start of a turn, in whole seconds, but not its end. */
function utterances(turns: readonly Fields[]) {
  return turns.flatMap((turn) => {
    const text = textOf(turn["message"]);
    const { role } = turn;
    if (text === undefined) return [];
    if (role !== "agent" && role !== "user") return unknownSpeaker(role, ROLES);
    return [said(role === "agent" ? "AGENT" : "USER", text, secondsToMs(either(turn, "time_in_call_secs")))];
  });
}

function toolCalls(turns: readonly Fields[]) {
  const results = new Map(
    turns
      .flatMap((turn) => listOf(either(turn, "tool_results")))
      .map((result) => [either(result, "request_id"), result]),
  );
  return turns.flatMap((turn) =>
    listOf(either(turn, "tool_calls")).flatMap((call) => {
      const result = fieldsOf(results.get(either(call, "request_id")));
      return called({
        name: textOf(either(call, "tool_name")),
        parameters: either(call, "params_as_json"),
        start: secondsToMs(either(turn, "time_in_call_secs")),
        output: either(result, "result_value"),
        failed: either(result, "is_error") === true,
      });
    }),
  );
}

const interruptions = (turns: readonly Fields[]): Event[] =>
  turns
    .filter((turn) => turn["interrupted"] === true)
    .map((turn) => {
      const original = textOf(either(turn, "original_message"));
      return event("interrupted", {
        start: secondsToMs(either(turn, "time_in_call_secs")),
        metadata: original === undefined ? {} : { original_message: original },
      });
    });

function latencies(turns: readonly Fields[]) {
  const measured = (name: string) =>
    turns.flatMap((turn) => {
      const metrics = fieldsOf(either(turn, METRICS));
      const metric = fieldsOf(fieldsOf(metrics["metrics"])[name] ?? either(metrics, name));
      return secondsToMs(either(metric, "elapsed_time")) ?? [];
    });
  return latencyOf({
    stt: measured(LATENCIES.stt),
    llm: measured(LATENCIES.llm),
    tts: measured(LATENCIES.tts),
  });
}

/** How the texts of `termination_reason` begin or what they name. The platform does not list them. */
const ENDINGS: readonly (readonly [says: string, reason: EndReason])[] = [
  ["voicemail", "voicemail_reached"],
  ["transfer", "call_transfer"],
  ["end_call", "agent_hangup"],
  ["ended by agent", "agent_hangup"],
  ["client disconnected", "user_hangup"],
  ["ended by user", "user_hangup"],
  ["ended by client", "user_hangup"],
  ["ended by remote party", "user_hangup"],
  ["duration", "max_duration_reached"],
  ["inactivity", "inactivity"],
  ["silence", "inactivity"],
];

/** ElevenLabs: a conversation from its API or its post-call webhook. */
export const elevenlabs: Reader = {
  vendor: "elevenlabs",
  format,
  recognizes: (value) =>
    isObject(value) &&
    typeof either(value, "conversation_id") === "string" &&
    Array.isArray(value["transcript"]) &&
    isObject(value["metadata"]),
  read(value) {
    const conversation = fieldsOf(value);
    const metadata = fieldsOf(conversation["metadata"]);
    const phone = fieldsOf(either(metadata, "phone_call"));
    const turns = listOf(conversation["transcript"]);
    const start = isoOf(momentOf(either(metadata, "start_time_unix_secs")));
    const theirs = textOf(either(phone, "external_number"));
    const ours = textOf(either(phone, "agent_number"));
    const stated = textOf(either(metadata, "termination_reason"));
    const [, reason] = ENDINGS.find(([says]) => stated?.toLowerCase().includes(says)) ?? [];
    const tool_calls = toolCalls(turns);
    const status = textOf(conversation["status"]);
    const seconds = numberOf(either(metadata, "call_duration_secs"));
    const duration_ms = secondsToMs(seconds);
    return {
      vendor: "elevenlabs",
      id: textOf(either(conversation, "conversation_id")),
      agent_id: textOf(either(conversation, "agent_id")),
      unfinished: ["initiated", "in-progress", "processing"].find((one) => one === status),
      duration_ms,
      latency: latencies(turns),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        ...sidesOf({ ours, theirs, isOutbound: phone["direction"] === "outbound" }),
        interface: Object.keys(phone).length > 0 ? "PHONE" : "WEB",
        transcript: utterances(turns),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...endingOf(interruptions(turns), { reason, stated, at_ms: duration_ms }),
      },
      other: {
        ...keptOf(conversation, format),
        ...(reason === undefined && stated !== undefined && { termination_reason: stated }),
      },
    };
  },
};
