import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import { endingOf } from "./ending.ts";
import {
  event,
  isoOf,
  latencyOf,
  listOf,
  momentOf,
  numberOf,
  STAMPS,
  said,
  sidesOf,
  stampOf,
  textOf,
  without,
} from "./fields.ts";
import { unknownIn } from "./format.ts";
import type { Entry, Event, Format, Reader } from "./reader.ts";

/** Markers in the insights of a call, which have no words. */
const MARKERS: readonly string[] = [
  "start_of_customer_speech",
  "end_of_customer_speech",
  "start_of_agent_speech",
  "end_of_agent_speech",
];
/** Messages that become events, of both directions. */
const TOLD: readonly string[] = ["interrupt", "dtmf", "error", "play", "end", "language", "sendDigits"];

const format: Format = {
  version: "WebSocket messages and insights events of August 2026",
  has_events: true,
  read: ["insight", "setup", "prompt", "text", "info agentSpeaking", "info clientSpeaking", ...TOLD],
  not_read: ["info tokensPlayed", "info roundTripDelayMs"],
};

/** Messages over the WebSocket between Twilio and the application, which have the words but no times. */
const isMessage = ({ type, voicePrompt, token, sessionId }: Fields) =>
  (type === "setup" && typeof sessionId === "string") ||
  (type === "prompt" && typeof voicePrompt === "string") ||
  (type === "text" && typeof token === "string");

const linesOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)["events"] ?? fieldsOf(value)["messages"]);

const isInsight = ({ name, timestamp, type }: Fields) =>
  typeof name === "string" && type !== "info" && momentOf(timestamp) !== undefined;

/** `info` messages, which `debug` of `<ConversationRelay>` turns on, are told apart by their names. */
function kindOf(line: Fields): string {
  if (isInsight(line)) return "insight";
  return line["type"] === "info" ? `info ${line["name"]}` : String(line["type"]);
}

type Span = readonly [start: number, end: number];

/** The spans between the lines that say a side has begun and has stopped, in milliseconds since 1970. */
function spansOf(
  lines: readonly Fields[],
  isStart: (line: Fields) => boolean,
  isEnd: (line: Fields) => boolean,
): Span[] {
  const spans: Span[] = [];
  let start: number | undefined;
  for (const line of lines) {
    const moment = stampOf(line);
    if (isStart(line)) start = moment;
    if (!isEnd(line) || start === undefined || moment === undefined) continue;
    spans.push([start, moment]);
    start = undefined;
  }
  return spans;
}

/** From the insights. If the log has none, from the speaker events among the messages. */
function spansOfSide(insights: readonly Fields[], messages: readonly Fields[], side: "customer" | "agent") {
  const name = side === "agent" ? "agentSpeaking" : "clientSpeaking";
  const speaker = (value: string) => (line: Fields) =>
    line["type"] === "info" && line["name"] === name && line["value"] === value;
  const marked = spansOf(
    insights,
    (line) => line["name"] === `start_of_${side}_speech`,
    (line) => line["name"] === `end_of_${side}_speech`,
  );
  return marked.length > 0 ? marked : spansOf(messages, speaker("on"), speaker("off"));
}

interface Words {
  readonly side: "AGENT" | "USER";
  readonly text: string;
}

/** The agent's tokens up to the last one of a reply are one turn. */
function wordsOf(messages: readonly Fields[]): Words[] {
  const words: Words[] = [];
  let reply = "";
  const finish = () => {
    if (reply.trim() !== "") words.push({ side: "AGENT", text: reply.trim() });
    reply = "";
  };
  for (const { type, voicePrompt, token, last } of messages) {
    if (type === "prompt" && last !== false) {
      finish();
      const text = textOf(voicePrompt);
      if (text !== undefined) words.push({ side: "USER", text });
    } else if (type === "text") {
      reply += String(token);
      if (last === true) finish();
    }
  }
  finish();
  return words;
}

/** Words get times only if each side has as many turns as spans. Then they are in the same order. */
function transcriptOf(
  words: readonly Words[],
  spans: Record<"AGENT" | "USER", Span[]>,
  start?: number,
): Entry[] {
  const matches = (side: "AGENT" | "USER") =>
    start !== undefined && words.filter((word) => word.side === side).length === spans[side].length;
  const isTimed = { AGENT: matches("AGENT"), USER: matches("USER") };
  const next = { AGENT: 0, USER: 0 };
  return words.map(({ side, text }) => {
    const [from, to] = (isTimed[side] && spans[side][next[side]++]) || [];
    const offset = (moment?: number) =>
      moment === undefined ? undefined : Math.round(moment - (start ?? 0));
    return said(side, text, offset(from), offset(to));
  });
}

/** The application ends the session: to hand the call over, or to hang up. */
function endOf(messages: readonly Fields[]) {
  const end = messages.findLast(({ type }) => type === "end");
  if (!end) return { reason: undefined };
  const data = textOf(end["handoffData"]);
  return {
    reason: data === undefined ? ("agent_hangup" as const) : ("call_transfer" as const),
    stated: data,
  };
}

/** Twilio ConversationRelay: the insights of a call, the messages of its WebSocket, or both in one log. */
export const twilioConversationRelay: Reader = {
  vendor: "twilio-conversation-relay",
  format,
  contents: (value) => linesOf(value).map((line) => ({ ...line, type: kindOf(line) })),
  recognizes(value) {
    const lines = linesOf(value);
    return (
      lines.every((line) => isInsight(line) || typeof line["type"] === "string") &&
      lines.some((line) => (isInsight(line) && MARKERS.includes(String(line["name"]))) || isMessage(line))
    );
  },
  read(value) {
    const lines = linesOf(value);
    const insights = lines
      .filter(isInsight)
      .sort((a, b) => (momentOf(a["timestamp"]) ?? 0) - (momentOf(b["timestamp"]) ?? 0));
    const messages = lines.filter((line) => !isInsight(line));
    const setup = messages.find(({ type }) => type === "setup") ?? {};
    const first =
      momentOf(insights[0]?.["timestamp"]) ?? messages.map(stampOf).find((stamp) => stamp !== undefined);
    const start = isoOf(first);
    const spans = {
      AGENT: spansOfSide(insights, messages, "agent"),
      USER: spansOfSide(insights, messages, "customer"),
    };
    const payload = (insight: Fields) => ({
      ...insight,
      ...fieldsOf(insight["payload"]),
      ...fieldsOf(insight["carrier_edge"]),
    });
    const latency = (name: string) =>
      insights
        .filter((insight) => insight["name"] === name)
        .flatMap((insight) => numberOf(payload(insight)["latency_ms"]) ?? []);
    const offset = (line: Fields) => {
      const stamp = stampOf(line);
      return stamp === undefined || first === undefined ? undefined : Math.round(stamp - first);
    };
    const events = [
      ...insights.map((insight): Event => {
        const metadata = without(insight, ["name", "timestamp", "call_sid", "account_sid", "session_id"]);
        return event(String(insight["name"]), { start: offset(insight), metadata });
      }),
      ...messages
        .filter(({ type }) => TOLD.includes(String(type)))
        .map((message) =>
          event(String(message["type"]), {
            start: offset(message),
            metadata: without(message, ["type", ...STAMPS]),
          }),
        ),
    ];
    const [from, to] = [textOf(setup["from"]), textOf(setup["to"])];
    const isOutbound = String(setup["direction"] ?? "").startsWith("outbound");
    const [theirs, ours] = isOutbound ? [to, from] : [from, to];
    return {
      vendor: "twilio-conversation-relay",
      id:
        textOf(setup["callSid"]) ??
        insights.map(({ call_sid }) => textOf(call_sid)).find((sid) => sid !== undefined) ??
        textOf(setup["sessionId"]),
      agent_id: undefined,
      unknown: unknownIn(lines.map(kindOf), format),
      latency: latencyOf({ stt: latency("stt_latency"), tts: latency("tts_latency") }),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        ...sidesOf({ ours, theirs, isOutbound }),
        transcript: transcriptOf(wordsOf(messages), spans, first),
        ...endingOf(events, endOf(messages)),
      },
      other: without(setup, ["type", "callSid", "from", "to", "direction"]),
    };
  },
};
