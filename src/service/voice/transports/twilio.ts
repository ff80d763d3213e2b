/** Twilio Media Streams, with this side in the place of the telephone company. */
import { createHash } from "node:crypto";
import type { WebSocket } from "ws";
import { mulaw } from "../../../engine/voice/g711.ts";
import { SAMPLE_RATE, toSample } from "../../../engine/voice/pcm.ts";
import { Resampler } from "../../../engine/voice/resample.ts";
import type { Outbound } from "../../network/outbound.ts";
import type { LineAddress, TwilioStream } from "./address.ts";
import { objectIn } from "./chirp.ts";
import { closeSocket, MESSAGE_MAXIMUM } from "./open-socket.ts";
import { type Closed, DialFailure, type Transport, type TransportListener } from "./transport.ts";
import { type StreamPlace, streamIn, twilioSignature } from "./twiml.ts";

export interface TwilioAgent {
  /** The webhook that answers with TwiML, or the stream itself. */
  readonly url: string;
  /** Signs what is sent; null signs nothing. */
  readonly auth_token: string | null;
  readonly simulation_result_id: number;
  /** The caller's number, if it has one. */
  readonly from: string | null;
  readonly to: string | null;
}

const LINE_RATE = 8000;
/** 20 ms of a telephone line. */
const CHUNK = 160;
const WEBHOOK_MS = 15_000;
const TWIML_MAXIMUM = 64 * 1024;
const UNSENT_MAXIMUM = 1024 * 1024;
const NUMBER = "+15005550006";

/** Ids of the form that agents expect, the same for the same call. */
function idsOf(simulation_result_id: number) {
  const of = (kind: string) =>
    kind + createHash("md5").update(`${kind}/${simulation_result_id}`).digest("hex");
  return { accountSid: of("AC"), callSid: of("CA"), streamSid: of("MZ") };
}

/** Where an agent is called: its webhook is asked where the audio goes. @throws DialFailure */
export async function twilioAddress(
  agent: TwilioAgent,
  outbound: Pick<Outbound, "post">,
  signal: AbortSignal,
): Promise<LineAddress> {
  const ids = idsOf(agent.simulation_result_id);
  const place: StreamPlace = /^https?:/.test(agent.url)
    ? await askWebhook(agent, ids, outbound, signal)
    : { url: agent.url, parameters: {} };
  const headers = {
    "x-simulation-result-id": String(agent.simulation_result_id),
    ...(agent.auth_token !== null && {
      "x-twilio-signature": twilioSignature(agent.auth_token, place.url),
    }),
  };
  return { url: place.url, headers, twilio: { ...ids, parameters: place.parameters } };
}

async function askWebhook(
  { url, auth_token, from, to, simulation_result_id }: TwilioAgent,
  { accountSid, callSid }: ReturnType<typeof idsOf>,
  outbound: Pick<Outbound, "post">,
  signal: AbortSignal,
): Promise<StreamPlace> {
  const fields = {
    AccountSid: accountSid,
    ApiVersion: "2010-04-01",
    CallSid: callSid,
    CallStatus: "ringing",
    Direction: "inbound",
    From: from ?? NUMBER,
    To: to ?? NUMBER,
  };
  const { host } = new URL(url);
  const answer = await outbound
    .post({
      url,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-simulation-result-id": String(simulation_result_id),
        ...(auth_token !== null && { "x-twilio-signature": twilioSignature(auth_token, url, fields) }),
      },
      body: new URLSearchParams(fields).toString(),
      timeout_ms: WEBHOOK_MS,
      answer_maximum: TWIML_MAXIMUM,
      signal,
    })
    .catch((error: Error) => {
      signal.throwIfAborted();
      throw new DialFailure("unreachable", `${host} cannot be reached: ${error.message}`);
    });
  if (answer.status === 401 || answer.status === 403)
    throw new DialFailure("rejected", `${host} rejected the call with status ${answer.status}`);
  if (answer.status !== 200)
    throw new DialFailure("unreachable", `${host} answered with status ${answer.status}`);
  const twiml = answer.text ?? "";
  if (/<(?:Reject|Hangup)\b/.test(twiml) && !/<Connect\b/.test(twiml))
    throw new DialFailure("rejected", `${host} hung up in its TwiML`);
  const place = streamIn(twiml);
  if (!place)
    throw new DialFailure("unreachable", `${host} sent no TwiML with <Connect><Stream url="wss://…">`);
  if (!URL.canParse(place.url) || !/^wss?:$/.test(new URL(place.url).protocol))
    throw new DialFailure(
      "unreachable",
      `the stream in the TwiML of ${host} has no valid ws:// or wss:// URL`,
    );
  return place;
}

/** Media Streams over a connection that is open. */
export function speakTwilio(
  socket: WebSocket,
  { accountSid, callSid, streamSid, parameters }: TwilioStream,
  listener: TransportListener,
): Transport {
  const down = new Resampler(SAMPLE_RATE, LINE_RATE);
  const up = new Resampler(LINE_RATE, SAMPLE_RATE);
  let unsent: number[] = [];
  let sequence = 1;
  let chunk = 0;
  let ended: Closed | undefined;

  const send = (event: string, more: object) =>
    socket.send(JSON.stringify({ event, sequenceNumber: String(sequence++), streamSid, ...more }));
  const echo = (name: string) => send("mark", { mark: { name } });

  socket.send(JSON.stringify({ event: "connected", protocol: "Call", version: "1.0.0" }));
  send("start", {
    start: {
      streamSid,
      accountSid,
      callSid,
      tracks: ["inbound"],
      mediaFormat: { encoding: "audio/x-mulaw", sampleRate: LINE_RATE, channels: 1 },
      customParameters: parameters,
    },
  });

  function receive(text: string): void {
    const message = objectIn(text);
    const { event } = message ?? {};
    if (!message || typeof event !== "string")
      return void listener.remark("invalid_message", "a message is not a JSON object with an event");
    if (event === "media") media(message["media"]);
    else if (event === "mark") mark(message["mark"]);
    else if (event === "clear") for (const name of listener.clear()) echo(name);
    else listener.remark("invalid_message", `unknown event ${event.slice(0, 100)}`);
  }

  function media(given: unknown): void {
    const payload =
      typeof given === "object" && given !== null && "payload" in given ? given.payload : undefined;
    if (typeof payload !== "string")
      return void listener.remark("invalid_message", "media without a payload");
    const samples = up.push(mulaw.decode(Buffer.from(payload, "base64")));
    listener.audio(Int16Array.from(samples, toSample));
  }

  function mark(given: unknown): void {
    const name = typeof given === "object" && given !== null && "name" in given ? given.name : undefined;
    if (typeof name === "string" && name.length <= 200) listener.mark(name);
    else listener.remark("invalid_message", "a mark without a name");
  }

  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (ended) return;
    if (isBinary) listener.remark("invalid_message", "a binary frame; audio comes in media events");
    else receive(data.toString());
  });
  socket.once("error", (error) => {
    const tooLarge = "code" in error && error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    ended ??= tooLarge
      ? {
          end_reason: "message_too_large",
          code: null,
          reason: `the agent sent a message of more than ${MESSAGE_MAXIMUM} bytes`,
        }
      : { end_reason: "connection_lost", code: null, reason: error.message };
  });
  socket.once("close", (code) => listener.closed(ended ?? closedBy(code)));

  return {
    agentClears: true,
    sendAudio(frame) {
      if (socket.bufferedAmount > UNSENT_MAXIMUM) {
        ended ??= {
          end_reason: "not_reading",
          code: null,
          reason: "the agent does not read what it is sent",
        };
        return void closeSocket(socket, 1008, "not reading");
      }
      unsent.push(...down.push(frame));
      while (unsent.length >= CHUNK) {
        const bytes = mulaw.encode(Int16Array.from(unsent.slice(0, CHUNK), toSample));
        unsent = unsent.slice(CHUNK);
        const timestamp = String(chunk++ * 20);
        const payload = Buffer.from(bytes).toString("base64");
        send("media", { media: { track: "inbound", chunk: String(chunk), timestamp, payload } });
      }
    },
    // Telephone lines carry sound alone.
    sendSpeech: () => undefined,
    sendMark: echo,
    async hangUp() {
      if (socket.readyState === socket.OPEN) send("stop", { stop: { accountSid, callSid } });
      await closeSocket(socket);
    },
  };
}

/** An agent that closes its stream has ended the call: nothing follows it. */
const closedBy = (code: number): Closed =>
  code === 1006 || code === 1011
    ? { end_reason: "connection_lost", code, reason: `the connection ended with code ${code}` }
    : { end_reason: "hung_up_by_agent", code, reason: "the agent hung up" };
