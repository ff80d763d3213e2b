/** A media stream over an open connection, in the dialect of a telephone company. */
import type { WebSocket } from "ws";
import { parseObject } from "../../../../contract/json.ts";
import { SAMPLE_RATE, toSample } from "../../../../engine/voice/pcm.ts";
import { Resampler } from "../../../../engine/voice/resample.ts";
import { AgentSocket } from "../agent-socket.ts";
import {
  AHEAD_MAXIMUM_MS,
  type Closed,
  MARKS_MAXIMUM,
  TOO_MANY_MARKS,
  type Transport,
  type TransportListener,
} from "../transport.ts";
import type { StreamDialect, StreamEvent } from "./carrier.ts";
import type { Codec } from "./codecs.ts";
import { Undecoded } from "./undecoded.ts";

export function speakMediaStream(
  socket: WebSocket,
  dialect: StreamDialect,
  listener: TransportListener,
): Transport {
  const { codec, frame_ms } = dialect;
  const down = new Resampler(SAMPLE_RATE, codec.rate);
  /** By rate, because an agent may set another one in each message. */
  const up = new Map<number, Resampler>();
  const frame = (codec.rate * frame_ms) / 1000;
  const ahead = new Undecoded(AHEAD_MAXIMUM_MS, MARKS_MAXIMUM);
  let tooFarAhead_ms = 0;
  let unsent: number[] = [];
  let number = 1;
  let chunk = 0;
  const agent = new AgentSocket(socket, listener, {
    message(data, isBinary) {
      if (!isBinary) receive(data.toString());
      else if (agent.takesEvent())
        listener.remark("invalid_message", "a binary frame; audio comes in JSON messages");
    },
    closedBy,
  });

  const send = ([event, content]: StreamEvent) =>
    agent.send(JSON.stringify({ event, ...dialect.envelope(event, number++), ...content }));

  if (dialect.connected) agent.send(JSON.stringify(dialect.connected));
  send(dialect.start());

  function receive(text: string): void {
    const message = parseObject(text);
    if (!message || typeof message["event"] !== "string") {
      if (agent.takesEvent())
        listener.remark("invalid_message", "a message is not a JSON object with an event");
      return;
    }
    const heard = dialect.heard(message);
    if (heard.kind !== "audio" && !agent.takesEvent()) return;
    if (heard.kind === "audio")
      tooFarAhead_ms += ahead.push(heard.codec, Buffer.from(heard.payload, "base64"));
    else if (heard.kind === "mark") {
      if (!ahead.mark(heard.name)) listener.remark(...TOO_MANY_MARKS);
    } else if (heard.kind === "clear") dialect.cleared([...listener.clear(), ...ahead.clear()]).forEach(send);
    else if (heard.kind === "keys") {
      for (const key of heard.keys) listener.key(key);
    } else if (heard.kind === "invalid") listener.remark("invalid_message", heard.why);
  }

  function decode({ rate, decode }: Codec, bytes: Buffer): void {
    const resampler = up.get(rate) ?? new Resampler(rate, SAMPLE_RATE);
    up.set(rate, resampler);
    listener.audio(Int16Array.from(resampler.push(decode(bytes)), toSample));
  }

  return {
    agentClears: true,
    get dropped() {
      return { ...agent.dropped, too_far_ahead_ms: tooFarAhead_ms };
    },
    bring: (most_ms) => ahead.take(most_ms, decode, (name) => listener.mark(name)),
    sendAudio(samples) {
      if (!agent.isRead()) return;
      unsent.push(...down.push(samples));
      while (unsent.length >= frame) {
        const bytes = codec.encode(Int16Array.from(unsent.slice(0, frame), toSample));
        unsent = unsent.slice(frame);
        const timestamp_ms = chunk++ * frame_ms;
        send(dialect.media(Buffer.from(bytes).toString("base64"), chunk, timestamp_ms));
      }
    },
    // Telephone lines carry only sound and keys.
    sendSpeech: () => undefined,
    sendKey: (key) => send(dialect.key(key)),
    sendMark: (name) => send(dialect.mark(name)),
    async hangUp() {
      const stop = dialect.stop?.();
      if (stop && agent.isOpen) send(stop);
      await agent.hangUp();
    },
  };
}

/** An agent that closes its stream has ended the call, because nothing follows it. */
const closedBy = (code: number): Closed =>
  code === 1006 || code === 1011
    ? { end_reason: "connection_lost", code, reason: `the connection ended with code ${code}` }
    : { end_reason: "hung_up_by_agent", code, reason: "the agent hung up" };
