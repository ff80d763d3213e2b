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
  said,
  secondsToMs,
  textOf,
  without,
} from "./fields.ts";
import type { Reader, Recording } from "./reader.ts";

const REPORT = "end-of-call-report";
const READ = ["id", "assistantId", "startedAt", "messages", "artifact", "call", "transcript"];

/** The messages are in the artifact. In older calls, they are in the call itself. */
const messagesOf = (call: Fields): Fields[] => {
  const own = listOf(fieldsOf(call["artifact"])["messages"]);
  return own.length > 0 ? own : listOf(call["messages"]);
};

/** Only `secondsFromStart` counts from the start. The length is the difference of two clock times. */
function utterances(messages: readonly Fields[]) {
  return messages.flatMap(({ role, message, time, endTime, secondsFromStart }) => {
    const text = textOf(message);
    const isAgent = role === "bot" || role === "assistant";
    if (text === undefined || !(isAgent || role === "user")) return [];
    const start = secondsToMs(secondsFromStart);
    const [from, to] = [numberOf(time), numberOf(endTime)];
    const length = from === undefined || to === undefined ? undefined : Math.round(to - from);
    const end = start === undefined || length === undefined ? undefined : start + length;
    return [said(isAgent ? "AGENT" : "USER", text, start, end)];
  });
}

function toolCalls(messages: readonly Fields[]) {
  const results = new Map(
    messages
      .filter(({ role }) => role === "tool_call_result")
      .map((result) => [result["toolCallId"], result]),
  );
  return messages
    .filter(({ role }) => role === "tool_calls")
    .flatMap(({ toolCalls: calls, secondsFromStart }) =>
      listOf(calls).flatMap((call) => {
        const { name, arguments: parameters } = fieldsOf(call["function"] ?? call);
        const start = secondsToMs(secondsFromStart);
        const output = results.get(call["id"])?.["result"];
        return called({ name: textOf(name), parameters, start, output });
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

function endedBy(reason: unknown) {
  if (typeof reason !== "string") return {};
  if (reason.startsWith("customer-ended")) return { conversation_ended_by: "USER" as const };
  if (/^assistant-(?:ended|said-end|forwarded)/.test(reason))
    return { conversation_ended_by: "AGENT" as const };
  return {};
}

/** The latencies of the turns, in milliseconds. */
function latencies(artifact: Fields) {
  const turns = listOf(fieldsOf(artifact["performanceMetrics"])["turnLatencies"]);
  const of = (name: string) => turns.flatMap((turn) => numberOf(turn[name]) ?? []);
  return latencyOf({
    end_to_end: of("turnLatency"),
    stt: of("transcriberLatency"),
    llm: of("modelLatency"),
    tts: of("voiceLatency"),
  });
}

/** Vapi: a call of its API, or the message that its webhook sends at the end of a call. */
export const vapi: Reader = {
  vendor: "vapi",
  recognizes: (value) =>
    isFields(value) &&
    ((value["type"] === REPORT && isFields(value["artifact"])) ||
      (typeof value["id"] === "string" &&
        typeof value["orgId"] === "string" &&
        (isFields(value["artifact"]) || Array.isArray(value["messages"])))),
  read(value) {
    const report = fieldsOf(value);
    const call: Fields =
      report["type"] === REPORT ? { ...fieldsOf(report["call"]), ...without(report, ["type"]) } : report;
    const artifact = fieldsOf(call["artifact"]);
    const messages = messagesOf(call);
    const start = isoOf(momentOf(call["startedAt"]));
    const tool_calls = toolCalls(messages);
    const { type } = fieldsOf(report["call"] ?? call);
    const user = textOf(fieldsOf(call["customer"])["number"]);
    const name = textOf(fieldsOf(call["customer"])["name"]);
    const ours = textOf(fieldsOf(call["phoneNumber"])["number"]);
    const other = without(call, READ);
    const kept = without(artifact, ["messages", "messagesOpenAIFormatted", "transcript"]);
    return {
      vendor: "vapi",
      id: textOf(call["id"]),
      agent_id: textOf(call["assistantId"]),
      recording: recordingOf(artifact, call),
      latency: latencies(artifact),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        participants: [
          { role: "AGENT", ...(ours !== undefined && { phone_number: ours }) },
          {
            role: "USER",
            ...(name !== undefined && { name }),
            ...(user !== undefined && { phone_number: user }),
          },
        ],
        call_direction: type === "outboundPhoneCall" ? "OUTBOUND" : "INBOUND",
        interface: type === "webCall" ? "WEB" : "PHONE",
        transcript: utterances(messages),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...endedBy(call["endedReason"]),
      },
      other: { ...other, ...(Object.keys(kept).length > 0 && { artifact: kept }) },
    };
  },
};
