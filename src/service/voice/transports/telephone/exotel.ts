/** Exotel: the Voicebot applet and its streams. */
import { basicAuth, type Carrier, heardEvent, idFor } from "./carrier.ts";
import { linear } from "./codecs.ts";
import type { StreamPlace } from "./stream-xml.ts";

const RATES = [8000, 16_000, 24_000];

/** The applet's endpoint answers with JSON. */
function placeIn(answer: string): StreamPlace | undefined {
  try {
    const { url } = JSON.parse(answer) as { url?: unknown };
    return typeof url === "string" ? { url, parameters: {}, attributes: {} } : undefined;
  } catch {
    return undefined;
  }
}

export const exotel: Carrier = {
  wants: '{"url": "wss://…"}',
  ring: (call) => ({
    method: "GET",
    url: call.url,
    fields: {
      CallSid: idFor("call_sid", call.simulation_result_id),
      CallFrom: call.from,
      CallTo: call.to,
      CallStatus: "ringing",
      Direction: "incoming",
    },
    headers: basicAuth(call),
  }),
  placeIn,
  headers: basicAuth,
  stream({ simulation_result_id: id, from, to }, { url, parameters }) {
    // The URL has the rate. Its other parameters are the agent's own.
    const { "sample-rate": asked, ...own } = Object.fromEntries(new URL(url).searchParams);
    const custom_parameters = { ...own, ...parameters };
    const rate = RATES.find((candidate) => candidate === Number(asked)) ?? 8000;
    const codec = linear(rate);
    const stream_sid = idFor("stream_sid", id);
    const ids = { call_sid: idFor("call_sid", id), account_sid: idFor("account_sid", id) };
    const mark = (name: string) => ["mark", { mark: { name } }] as const;
    const media_format = { encoding: "audio/x-raw", sample_rate: String(rate), bit_rate: "16" };
    return {
      codec,
      frame_ms: 100,
      connected: { event: "connected" },
      envelope: (_, number) => ({ sequence_number: String(number), stream_sid }),
      start: () => ["start", { start: { stream_sid, ...ids, from, to, custom_parameters, media_format } }],
      media: (payload, chunk, timestamp) => [
        "media",
        { media: { chunk: String(chunk), timestamp: String(timestamp), payload } },
      ],
      key: (digit) => ["dtmf", { dtmf: { digit, duration: "100" } }],
      mark,
      cleared: (dropped) => dropped.map(mark),
      stop: () => ["stop", { stop: { ...ids, reason: "callended" } }],
      heard: (message) => heardEvent(message, codec),
    };
  },
};
