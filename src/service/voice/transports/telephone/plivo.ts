/** Plivo: its XML and audio streams. */
import { createHmac, randomBytes } from "node:crypto";
import {
  asUuid,
  type Carrier,
  type Heard,
  heardAudio,
  heardKeys,
  heardMark,
  idFor,
  type Message,
  requestsOf,
  type TelephoneCall,
  textIn,
} from "./carrier.ts";
import { type Codec, linear, PCMU } from "./codecs.ts";
import { streamWithText } from "./stream-xml.ts";

export const accountId = (id: number) => `MA${idFor("MA", id).slice(0, 18).toUpperCase()}`;
export const callUuid = (id: number) => asUuid(idFor("CallUUID", id));

/** The third version of its signatures: the URL with its query in order, the fields in order, and a number used once. */
function signatureOf(
  { password }: TelephoneCall,
  url: string,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  if (password === null) return {};
  const { origin, pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
  const given = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name]);
  const nonce = randomBytes(12).toString("hex");
  const signed = `${origin}${pathname}?${query.join("&")}${query.length > 0 ? "." : ""}${given.join("")}.${nonce}`;
  return {
    "x-plivo-signature-v3": createHmac("sha256", password).update(signed).digest("base64"),
    "x-plivo-signature-v3-nonce": nonce,
  };
}

/** `audio/x-l16;rate=16000`, as in the XML and in each message of the agent. */
function codecOf(content_type: string, rate: number): Codec {
  return /x-l16/i.test(content_type) ? linear(rate === 16_000 ? 16_000 : 8000) : PCMU;
}

function heard(message: Message): Heard {
  const { event } = message;
  if (event === "playAudio") {
    const { sampleRate } = (message["media"] ?? {}) as Message;
    const codec = codecOf(textIn(message, "media", "contentType") ?? "", Number(sampleRate));
    return heardAudio(textIn(message, "media", "payload"), codec);
  }
  if (event === "checkpoint") return heardMark(message["name"]);
  if (event === "clearAudio") return { kind: "clear" };
  if (event === "sendDTMF") return heardKeys(message["dtmf"]);
  return { kind: "invalid", why: `unknown event ${String(event).slice(0, 100)}` };
}

export const plivoRequest = requestsOf(signatureOf);

/** A number as Plivo writes it. */
export const plainNumber = (number: string) => number.replace(/^\+(?=\d)/, "");

/** What every request about a call that an agent has created says of it. */
export const callFields = ({ simulation_result_id: id, from, to }: TelephoneCall) => ({
  CallUUID: callUuid(id),
  Direction: "outbound",
  From: plainNumber(from),
  To: plainNumber(to),
  ALegUUID: callUuid(id),
  ALegRequestUUID: callUuid(id),
  RequestUUID: callUuid(id),
});

export const plivo: Carrier = {
  wants: "XML with <Stream>wss://…</Stream>",
  ring(call) {
    const { url, simulation_result_id: id, from, to, asked, is_machine } = call;
    if (asked) {
      const machine = asked.machine_detection && { Machine: String(is_machine ?? false) };
      const fields = { ...callFields(call), CallStatus: "in-progress", Event: "StartApp", ...machine };
      return plivoRequest(call, asked.method, url, fields);
    }
    const fields = {
      CallUUID: callUuid(id),
      CallStatus: "ringing",
      Direction: "inbound",
      Event: "StartApp",
      From: from,
      To: to,
    };
    return plivoRequest(call, "POST", url, fields);
  },
  placeIn: streamWithText,
  headers: () => ({}),
  stream({ simulation_result_id: id, asked }, { parameters, attributes }) {
    const { contentType = "" } = attributes;
    const codec = codecOf(contentType, Number(/rate=(\d+)/.exec(contentType)?.[1]));
    const encoding = codec === PCMU ? "audio/x-mulaw" : "audio/x-l16";
    const streamId = asUuid(idFor("streamId", id));
    const own = (attributes["extraHeaders"] ?? "").replaceAll(",", ";");
    const headers = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
    const extra_headers = [own, ...headers].filter((header) => header !== "").join(";");
    const begun = Date.now();
    const start = {
      callId: callUuid(id),
      streamId,
      accountId: asked?.account_sid ?? accountId(id),
      tracks: ["inbound"],
      mediaFormat: { encoding, sampleRate: codec.rate },
    };
    return {
      codec,
      frame_ms: 20,
      envelope: (event, number) => ({
        sequenceNumber: number,
        ...(event !== "start" && { streamId }),
        ...((event === "start" || event === "media" || event === "dtmf") && { extra_headers }),
      }),
      start: () => ["start", { start }],
      media: (payload, chunk, timestamp) => [
        "media",
        { media: { track: "inbound", timestamp: String(begun + timestamp), chunk, payload } },
      ],
      key: (digit) => ["dtmf", { dtmf: { track: "inbound", digit, timestamp: String(Date.now()) } }],
      mark: (name) => ["playedStream", { name }],
      // Checkpoints are never confirmed if their audio was not played.
      cleared: () => [["clearedAudio", {}]],
      heard,
    };
  },
};
