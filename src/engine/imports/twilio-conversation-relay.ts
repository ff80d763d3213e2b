import {
  type Fields,
  fieldsOf,
  isoOf,
  latencyOf,
  listOf,
  momentOf,
  numberOf,
  said,
  textOf,
  without,
} from "./fields.ts";
import type { Entry, Event, Reader } from "./reader.ts";

/** Markers in the insights of a call, which have no words. */
const MARKERS: readonly string[] = [
  "start_of_customer_speech",
  "end_of_customer_speech",
  "start_of_agent_speech",
  "end_of_agent_speech",
];
/** Messages over the WebSocket between Twilio and the application, which have the words but no times. */
const isMessage = ({ type, voicePrompt, token, sessionId }: Fields) =>
  (type === "setup" && typeof sessionId === "string") ||
  (type === "prompt" && typeof voicePrompt === "string") ||
  (type === "text" && typeof token === "string");
const OTHER_MESSAGES: readonly unknown[] = [
  "interrupt",
  "dtmf",
  "error",
  "play",
  "end",
  "language",
  "sendDigits",
];

const linesOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)["events"] ?? fieldsOf(value)["messages"]);

const isInsight = ({ name, timestamp }: Fields) =>
  typeof name === "string" && momentOf(timestamp) !== undefined;

type Span = readonly [start: number, end: number];

/** The spans between the start and end markers of a side, in milliseconds since 1970. */
function spansOf(insights: readonly Fields[], side: "customer" | "agent"): Span[] {
  const spans: Span[] = [];
  let start: number | undefined;
  for (const { name, timestamp } of insights) {
    const moment = momentOf(timestamp);
    if (name === `start_of_${side}_speech`) start = moment;
    if (name !== `end_of_${side}_speech` || start === undefined || moment === undefined) continue;
    spans.push([start, moment]);
    start = undefined;
  }
  return spans;
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
    start !== undefined && words.filter((one) => one.side === side).length === spans[side].length;
  const left = {
    AGENT: matches("AGENT") ? [...spans.AGENT] : [],
    USER: matches("USER") ? [...spans.USER] : [],
  };
  return words.map(({ side, text }) => {
    const [from, to] = left[side].shift() ?? [];
    const offset = (moment?: number) =>
      moment === undefined ? undefined : Math.round(moment - (start ?? 0));
    return said(side, text, offset(from), offset(to));
  });
}

/** Twilio ConversationRelay: the insights of a call, the messages of its WebSocket, or both in one log. */
export const twilioConversationRelay: Reader = {
  vendor: "twilio-conversation-relay",
  recognizes(value) {
    const lines = linesOf(value);
    return (
      lines.length > 0 &&
      lines.every((line) => isInsight(line) || isMessage(line) || OTHER_MESSAGES.includes(line["type"])) &&
      lines.some((line) => MARKERS.includes(String(line["name"])) || isMessage(line))
    );
  },
  read(value) {
    const lines = linesOf(value);
    const insights = lines
      .filter(isInsight)
      .sort((a, b) => (momentOf(a["timestamp"]) ?? 0) - (momentOf(b["timestamp"]) ?? 0));
    const messages = lines.filter((line) => !isInsight(line));
    const setup = messages.find(({ type }) => type === "setup") ?? {};
    const first = momentOf(insights[0]?.["timestamp"]);
    const start = isoOf(first);
    const spans = { AGENT: spansOf(insights, "agent"), USER: spansOf(insights, "customer") };
    const payload = (insight: Fields) => ({
      ...insight,
      ...fieldsOf(insight["payload"]),
      ...fieldsOf(insight["carrier_edge"]),
    });
    const latency = (name: string) =>
      insights
        .filter((insight) => insight["name"] === name)
        .flatMap((insight) => numberOf(payload(insight)["latency_ms"]) ?? []);
    const events = insights.map((insight): Event => {
      const metadata = without(insight, ["name", "timestamp", "call_sid", "account_sid", "session_id"]);
      return {
        title: String(insight["name"]),
        start_offset_ms: Math.round((momentOf(insight["timestamp"]) ?? 0) - (first ?? 0)),
        ...(Object.keys(metadata).length > 0 && { metadata }),
      };
    });
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
      latency: latencyOf({ stt: latency("stt_latency"), tts: latency("tts_latency") }),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        participants: [
          { role: "AGENT", ...(ours !== undefined && { phone_number: ours }) },
          { role: "USER", ...(theirs !== undefined && { phone_number: theirs }) },
        ],
        call_direction: isOutbound ? "OUTBOUND" : "INBOUND",
        transcript: transcriptOf(wordsOf(messages), spans, first),
        ...(events.length > 0 && { events }),
      },
      other: without(setup, ["type", "callSid", "from", "to", "direction"]),
    };
  },
};
