/** Telnyx: TeXML and its media streaming. Its signatures need Telnyx's own key, so nothing is signed. */
import { asUuid, type Carrier, heardEvent, idFor } from "./carrier.ts";
import { type Codec, linearBigEndian, PCMA, PCMU } from "./codecs.ts";
import { connectedStream } from "./stream-xml.ts";

export const callControlId = (id: number) => `v3:${idFor("call_control_id", id)}`;

/** The codec with this name. Unsupported names get the default of calls. */
function codecOf(
  name: string | undefined,
  rate: number,
): { readonly encoding: string; readonly codec: Codec } {
  if (name === "PCMA") return { encoding: name, codec: PCMA };
  if (name === "L16") return { encoding: name, codec: linearBigEndian(rate) };
  return { encoding: "PCMU", codec: PCMU };
}

export const telnyx: Carrier = {
  wants: 'TeXML with <Connect><Stream url="wss://…">',
  ring: ({ url, simulation_result_id: id, from, to }) => ({
    method: "POST",
    url,
    fields: {
      AccountSid: asUuid(idFor("user_id", id)),
      CallSid: callControlId(id),
      CallStatus: "ringing",
      From: from,
      To: to,
    },
    headers: {},
  }),
  placeIn: connectedStream,
  headers: () => ({}),
  stream({ simulation_result_id: id, from, to }, { parameters, attributes }) {
    const rate = attributes["bidirectionalSamplingRate"] === "16000" ? 16_000 : 8000;
    const { encoding, codec } = codecOf(attributes["codec"], rate);
    const back = codecOf(attributes["bidirectionalCodec"], rate).codec;
    const stream_id = asUuid(idFor("stream_id", id));
    const user_id = asUuid(idFor("user_id", id));
    const call_control_id = callControlId(id);
    const mark = (name: string) => ["mark", { mark: { name } }] as const;
    const start = {
      user_id,
      call_control_id,
      call_session_id: asUuid(idFor("call_session_id", id)),
      from,
      to,
      client_state: null,
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
