import { type Fields, fieldsOf, isObject } from "../../contract/is-object.ts";
import type { Side } from "../../contract/values.ts";
import { type EndReason, endingOf } from "./ending.ts";
import {
  called,
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
  without,
} from "./fields.ts";
import { keptOf, unknownIn } from "./format.ts";
import type { Format, Reader, Recording } from "./reader.ts";
import { turnsOfText } from "./text-transcript.ts";

const REPORT = "end-of-call-report";
const SIDES: Readonly<Record<string, Side>> = { bot: "AGENT", assistant: "AGENT", user: "USER" };
const OTHER_ROLES = ["system", "developer", "tool_calls", "tool_call_result"];
const ROLES = [...Object.keys(SIDES), ...OTHER_ROLES];
const LABELS: Readonly<Record<string, Side>> = { ...SIDES, ai: "AGENT", agent: "AGENT", customer: "USER" };
const RUNNING = ["scheduled", "queued", "ringing", "in-progress", "forwarding"];
const LATENCIES = {
  end_to_end: "turnLatency",
  stt: "transcriberLatency",
  llm: "modelLatency",
  tts: "voiceLatency",
} as const;
const MESSAGE = [
  "role",
  "message",
  "time",
  "endTime",
  "secondsFromStart",
  "toolCalls",
  "toolCallId",
  "result",
];

const format: Format = {
  version: "API and server messages (@vapi-ai/server-sdk of June 2026)",
  read: [
    "id",
    "assistantId",
    "type",
    "status",
    "startedAt",
    "endedAt",
    "durationMs",
    "durationSeconds",
    "endedReason",
    "customer.number",
    "customer.name",
    "phoneNumber.number",
    "transcript",
    "recordingUrl",
    "stereoRecordingUrl",
    ...MESSAGE.flatMap((field) => [`messages[].${field}`, `artifact.messages[].${field}`]),
    "artifact.transcript",
    "artifact.recordingUrl",
    "artifact.stereoRecordingUrl",
    "artifact.recording.stereoUrl",
    "artifact.recording.mono.combinedUrl",
    ...Object.values(LATENCIES).map((name) => `artifact.performanceMetrics.turnLatencies[].${name}`),
  ],
  not_read: ["messagesOpenAIFormatted", "artifact.messagesOpenAIFormatted"],
};

/** The message of the webhook has the call beside what happened in it. */
function callOf(value: unknown): Fields {
  const report = fieldsOf(value);
  if (report["type"] !== REPORT) return report;
  const call = fieldsOf(report["call"]);
  return { ...call, ...without(report, ["type", "call"]), type: call["type"] };
}

/** The messages are in the artifact. In older calls, they are in the call itself. */
const messagesOf = (call: Fields): Fields[] => {
  const own = listOf(fieldsOf(call["artifact"])["messages"]);
  return own.length > 0 ? own : listOf(call["messages"]);
};

/**
 * When the seconds of the messages begin. They begin again when a squad transfers a call to its next
 * assistant, so the first message that also has a time decides, and the others count from there.
 */
function originOf(messages: readonly Fields[]): number | undefined {
  const first = messages.find(
    ({ time, secondsFromStart }) => momentOf(time) !== undefined && numberOf(secondsFromStart) !== undefined,
  );
  const moment = momentOf(first?.["time"]);
  const offset = secondsToMs(first?.["secondsFromStart"]);
  return moment === undefined || offset === undefined ? undefined : moment - offset;
}

/** When something happened, in milliseconds from the start. */
function offsets(messages: readonly Fields[]): ReadonlyMap<Fields, number> {
  const origin = originOf(messages);
  const starts = new Map<Fields, number>();
  let last = 0;
  for (const message of messages) {
    const moment = momentOf(message["time"]);
    const seconds = secondsToMs(message["secondsFromStart"]);
    const offset = moment === undefined || origin === undefined ? seconds : Math.round(moment - origin);
    // Without a time, seconds that go back have begun again, and nothing says when.
    if (offset === undefined || (moment === undefined && offset < last)) continue;
    starts.set(message, offset);
    last = offset;
  }
  return starts;
}

function utterances(messages: readonly Fields[], starts: ReadonlyMap<Fields, number>) {
  return messages.flatMap((message) => {
    const text = textOf(message["message"]);
    const role = String(message["role"]);
    if (text === undefined || OTHER_ROLES.includes(role)) return [];
    const side = SIDES[role] ?? unknownSpeaker(role, ROLES);
    const start = starts.get(message);
    const [from, to] = [momentOf(message["time"]), momentOf(message["endTime"])];
    const length = from === undefined || to === undefined ? undefined : Math.round(to - from);
    return [
      said(side, text, start, start === undefined || length === undefined ? undefined : start + length),
    ];
  });
}

function toolCalls(messages: readonly Fields[], starts: ReadonlyMap<Fields, number>) {
  const results = new Map(
    messages
      .filter(({ role }) => role === "tool_call_result")
      .map((result) => [result["toolCallId"], result]),
  );
  return messages
    .filter(({ role }) => role === "tool_calls")
    .flatMap((message) =>
      listOf(message["toolCalls"]).flatMap((call) => {
        const { name, arguments: parameters } = fieldsOf(call["function"] ?? call);
        const output = results.get(call["id"])?.["result"];
        return called({ name: textOf(name), parameters, start: starts.get(message), output });
      }),
    );
}

function recordingOf(artifact: Fields, call: Fields): Recording | undefined {
  const recording = fieldsOf(artifact["recording"]);
  const stereo = artifact["stereoRecordingUrl"] ?? recording["stereoUrl"] ?? call["stereoRecordingUrl"];
  const mono = artifact["recordingUrl"] ?? fieldsOf(recording["mono"])["combinedUrl"] ?? call["recordingUrl"];
  const url = textOf(stereo) ?? textOf(mono);
  return url === undefined ? undefined : { url, multichannel: textOf(stereo) !== undefined };
}

/** Any other reason keeps the platform's word. */
function reasonOf(stated: string | undefined): EndReason | string | undefined {
  if (stated === undefined) return undefined;
  if (stated.startsWith("customer-ended-call")) return "user_hangup";
  if (stated.startsWith("assistant-ended-call") || stated === "assistant-said-end-call-phrase")
    return "agent_hangup";
  if (stated === "assistant-forwarded-call" || stated.endsWith("hook-executed-transfer"))
    return "call_transfer";
  if (stated === "assistant-request-returned-forwarding-phone-number") return "call_transfer";
  if (stated === "voicemail") return "voicemail_reached";
  if (stated === "silence-timed-out") return "inactivity";
  return stated === "exceeded-max-duration" ? "max_duration_reached" : stated;
}

function durationOf(call: Fields): number | undefined {
  const stated = numberOf(call["durationMs"]) ?? secondsToMs(call["durationSeconds"]);
  if (stated !== undefined) return Math.round(stated);
  const [from, to] = [momentOf(call["startedAt"]), momentOf(call["endedAt"])];
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}

/** The latencies of the turns, in milliseconds. */
function latencies(artifact: Fields) {
  const turns = listOf(fieldsOf(artifact["performanceMetrics"])["turnLatencies"]);
  const of = (name: string) => turns.flatMap((turn) => numberOf(turn[name]) ?? []);
  return latencyOf({
    end_to_end: of(LATENCIES.end_to_end),
    stt: of(LATENCIES.stt),
    llm: of(LATENCIES.llm),
    tts: of(LATENCIES.tts),
  });
}

/** A report is sent at the end, but the call in it may have the state of its beginning. */
function stateOf(value: unknown, { status, endedAt, endedReason }: Fields): string | undefined {
  if (fieldsOf(value)["type"] === REPORT || endedAt || endedReason) return undefined;
  return RUNNING.find((one) => one === status);
}

/** Vapi: a call of its API, or the message that its webhook sends at the end of a call. */
export const vapi: Reader = {
  vendor: "vapi",
  format,
  contents: callOf,
  recognizes: (value) =>
    isObject(value) &&
    (value["type"] === REPORT || (typeof value["id"] === "string" && typeof value["orgId"] === "string")) &&
    (isObject(value["artifact"]) ||
      Array.isArray(value["messages"]) ||
      textOf(value["transcript"]) !== undefined),
  read(value) {
    const call = callOf(value);
    const artifact = fieldsOf(call["artifact"]);
    const messages = messagesOf(call);
    const starts = offsets(messages);
    const start = isoOf(momentOf(call["startedAt"]) ?? originOf(messages));
    const turns = utterances(messages, starts);
    const tool_calls = toolCalls(messages, starts);
    const user = textOf(fieldsOf(call["customer"])["number"]);
    const name = textOf(fieldsOf(call["customer"])["name"]);
    const ours = textOf(fieldsOf(call["phoneNumber"])["number"]);
    const stated = textOf(call["endedReason"]);
    const duration_ms = durationOf(call);
    const text = textOf(artifact["transcript"]) ?? call["transcript"];
    return {
      vendor: "vapi",
      id: textOf(call["id"]),
      agent_id: textOf(call["assistantId"]),
      unfinished: stateOf(value, call),
      duration_ms,
      unknown: unknownIn(
        messages.map(({ role }) => String(role)),
        { read: ROLES, not_read: [] },
      ),
      recording: recordingOf(artifact, call),
      latency: latencies(artifact),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        ...sidesOf({ ours, theirs: user, name, isOutbound: call["type"] === "outboundPhoneCall" }),
        interface: call["type"] === "webCall" ? "WEB" : "PHONE",
        transcript: turns.length > 0 ? turns : turnsOfText(text, LABELS),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...endingOf([], { reason: reasonOf(stated), stated, at_ms: duration_ms }),
      },
      other: keptOf(call, format),
    };
  },
};
