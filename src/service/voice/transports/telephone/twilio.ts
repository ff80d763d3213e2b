/** Twilio: TwiML and Media Streams. */
import { createHmac } from "node:crypto";
import { type Carrier, heardEvent, idFor, type TelephoneCall } from "./carrier.ts";
import { PCMU } from "./codecs.ts";
import { connectedStream } from "./stream-xml.ts";

/** The signature that proves to an agent that a request comes from its telephone company. */
function signatureOf(
  auth_token: string,
  url: string,
  fields: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], url);
  return { "x-twilio-signature": createHmac("sha1", auth_token).update(signed).digest("base64") };
}

const signed = ({ password }: TelephoneCall, url: string, fields?: Readonly<Record<string, string>>) =>
  password === null ? {} : signatureOf(password, url, fields);

export const accountSid = (id: number) => `AC${idFor("AC", id)}`;
export const callSid = (id: number) => `CA${idFor("CA", id)}`;

export const twilio: Carrier = {
  wants: 'TwiML with <Connect><Stream url="wss://…">',
  ring(call) {
    const { url, simulation_result_id: id, from, to } = call;
    const fields = {
      AccountSid: accountSid(id),
      ApiVersion: "2010-04-01",
      CallSid: callSid(id),
      CallStatus: "ringing",
      Direction: "inbound",
      From: from,
      To: to,
    };
    return { method: "POST", url, fields, headers: signed(call, url, fields) };
  },
  placeIn: connectedStream,
  headers: (call, { url }) => signed(call, url),
  stream({ simulation_result_id: id }, { parameters }) {
    const streamSid = `MZ${idFor("MZ", id)}`;
    const ids = { accountSid: accountSid(id), callSid: callSid(id) };
    const mark = (name: string) => ["mark", { mark: { name } }] as const;
    const start = {
      streamSid,
      ...ids,
      tracks: ["inbound"],
      mediaFormat: { encoding: "audio/x-mulaw", sampleRate: PCMU.rate, channels: 1 },
      customParameters: parameters,
    };
    return {
      codec: PCMU,
      frame_ms: 20,
      connected: { event: "connected", protocol: "Call", version: "1.0.0" },
      envelope: (_, number) => ({ sequenceNumber: String(number), streamSid }),
      start: () => ["start", { start }],
      media: (payload, chunk, timestamp) => [
        "media",
        { media: { track: "inbound", chunk: String(chunk), timestamp: String(timestamp), payload } },
      ],
      key: (digit) => ["dtmf", { dtmf: { track: "inbound_track", digit } }],
      mark,
      cleared: (dropped) => dropped.map(mark),
      stop: () => ["stop", { stop: ids }],
      heard: (message) => heardEvent(message, PCMU),
    };
  },
};
