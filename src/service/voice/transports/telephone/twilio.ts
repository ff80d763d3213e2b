/** Twilio: TwiML and Media Streams. */
import { createHmac } from "node:crypto";
import { type Carrier, heardEvent, idFor, requestsOf, type TelephoneCall } from "./carrier.ts";
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

const accountSid = ({ simulation_result_id: id, asked }: TelephoneCall) =>
  asked?.account_sid ?? `AC${idFor("AC", id)}`;
export const callSid = (id: number) => `CA${idFor("CA", id)}`;

export const twilioRequest = requestsOf(signed);

/** What every request about a call says of it. */
export const callFields = (call: TelephoneCall) => ({
  AccountSid: accountSid(call),
  ApiVersion: "2010-04-01",
  CallSid: callSid(call.simulation_result_id),
  Direction: call.asked ? "outbound-api" : "inbound",
  From: call.from,
  To: call.to,
  // A company says it twice.
  ...(call.asked && { Caller: call.from, Called: call.to }),
});

export const twilio: Carrier = {
  wants: 'TwiML with <Connect><Stream url="wss://…">',
  ring(call) {
    const { url, asked } = call;
    const fields = {
      ...callFields(call),
      // Whoever was called has picked up.
      CallStatus: asked ? "in-progress" : "ringing",
      ...(asked?.machine_detection && { AnsweredBy: call.is_machine ? "machine_start" : "human" }),
    };
    return twilioRequest(call, asked?.method ?? "POST", url, fields);
  },
  placeIn: connectedStream,
  headers: (call, { url }) => signed(call, url),
  stream(call, { parameters }) {
    const { simulation_result_id: id } = call;
    const streamSid = `MZ${idFor("MZ", id)}`;
    const ids = { accountSid: accountSid(call), callSid: callSid(id) };
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
