/** Telnyx: TeXML and its media streaming. Its signatures need Telnyx's own key, so nothing is signed. */
import { asUuid, type Carrier, heardEvent, idFor, requestsOf, type TelephoneCall } from "./carrier.ts";
import { type Codec, linearBigEndian, PCMA, PCMU } from "./codecs.ts";
import { connectedStream } from "./stream-xml.ts";

export const callControlId = (id: number) => `v3:${idFor("call_control_id", id)}`;
export const callSessionId = (id: number) => asUuid(idFor("call_session_id", id));

/** The codec with this name. Unsupported names get the default of calls. */
function codecOf(
  name: string | undefined,
  rate: number,
): { readonly encoding: string; readonly codec: Codec } {
  if (name === "PCMA") return { encoding: name, codec: PCMA };
  if (name === "L16") return { encoding: name, codec: linearBigEndian(rate) };
  return { encoding: "PCMU", codec: PCMU };
}

export const telnyxRequest = requestsOf(() => ({}));

const accountSid = ({ simulation_result_id: id, asked }: TelephoneCall) =>
  asked?.account_sid ?? asUuid(idFor("user_id", id));

/** What every request about a call says of it. */
export const callFields = (call: TelephoneCall) => ({
  AccountSid: accountSid(call),
  CallSid: callControlId(call.simulation_result_id),
  From: call.from,
  To: call.to,
});

export const telnyx: Carrier = {
  wants: 'TeXML with <Connect><Stream url="wss://…">',
  ring(call) {
    const { url, asked, is_machine } = call;
    const fields = {
      ...callFields(call),
      // Whoever was called has picked up.
      CallStatus: asked ? "in-progress" : "ringing",
      ...(asked?.machine_detection && { AnsweredBy: is_machine ? "machine" : "human" }),
    };
    return telnyxRequest(call, asked?.method ?? "POST", url, fields);
  },
  placeIn: connectedStream,
  headers: () => ({}),
  stream(call, { parameters, attributes }) {
    const { simulation_result_id: id, from, to, asked } = call;
    const rate = attributes["bidirectionalSamplingRate"] === "16000" ? 16_000 : 8000;
    const { encoding, codec } = codecOf(attributes["codec"], rate);
    const back = codecOf(attributes["bidirectionalCodec"], rate).codec;
    const stream_id = asUuid(idFor("stream_id", id));
    const user_id = accountSid(call);
    const call_control_id = callControlId(id);
    const mark = (name: string) => ["mark", { mark: { name } }] as const;
    const start = {
      user_id,
      call_control_id,
      call_session_id: callSessionId(id),
      from,
      to,
      client_state: asked?.call_control?.client_state ?? null,
      custom_parameters: parameters,
      media_format: { encoding, sample_rate: codec.rate, channels: 1 },
    };
    return {
      codec,
      frame_ms: 20,
      connected: { event: "connected", version: "1.0.0" },
      envelope: (_, number) => ({ sequence_number: String(number), stream_id }),
      start: () => ["start", { start }],
      media: (payload, chunk, timestamp) => [
        "media",
        { media: { track: "inbound", chunk: String(chunk), timestamp: String(timestamp), payload } },
      ],
      key: (digit) => ["dtmf", { occurred_at: new Date().toISOString(), dtmf: { digit } }],
      mark,
      cleared: (dropped) => dropped.map(mark),
      stop: () => ["stop", { stop: { user_id, call_control_id } }],
      heard: (message) => heardEvent(message, back),
    };
  },
};
