/** A media stream over a connection that is open, in the dialect of a telephone company. */
import type { WebSocket } from "ws";
import { SAMPLE_RATE, toSample } from "../../../../engine/voice/pcm.ts";
import { Resampler } from "../../../../engine/voice/resample.ts";
import { objectIn } from "../chirp.ts";
import { closeSocket, MESSAGE_MAXIMUM } from "../open-socket.ts";
import type { Closed, Transport, TransportListener } from "../transport.ts";
import type { StreamDialect, StreamEvent } from "./carrier.ts";

const UNSENT_MAXIMUM = 1024 * 1024;

export function speakMediaStream(
  socket: WebSocket,
  dialect: StreamDialect,
  listener: TransportListener,
): Transport {
  const { codec, frame_ms } = dialect;
  const down = new Resampler(SAMPLE_RATE, codec.rate);
  /** By rate: an agent may name another one in each message. */
  const up = new Map<number, Resampler>();
  const frame = (codec.rate * frame_ms) / 1000;
  let unsent: number[] = [];
  let number = 1;
  let chunk = 0;
  let ended: Closed | undefined;

  const send = ([event, content]: StreamEvent) =>
    socket.send(JSON.stringify({ event, ...dialect.envelope(event, number++), ...content }));

  if (dialect.connected) socket.send(JSON.stringify(dialect.connected));
  send(dialect.start());

  function receive(text: string): void {
    const message = objectIn(text);
    if (!message || typeof message["event"] !== "string")
      return void listener.remark("invalid_message", "a message is not a JSON object with an event");
    const heard = dialect.heard(message);
    if (heard.kind === "audio") {
      const { rate, decode } = heard.codec;
      const resampler = up.get(rate) ?? new Resampler(rate, SAMPLE_RATE);
      up.set(rate, resampler);
      const samples = resampler.push(decode(Buffer.from(heard.payload, "base64")));
      listener.audio(Int16Array.from(samples, toSample));
    } else if (heard.kind === "mark") listener.mark(heard.name);
    else if (heard.kind === "clear") dialect.cleared(listener.clear()).forEach(send);
    else if (heard.kind === "invalid") listener.remark("invalid_message", heard.why);
  }

  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (ended) return;
    if (isBinary) listener.remark("invalid_message", "a binary frame; audio comes in JSON messages");
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
    sendAudio(samples) {
      if (socket.bufferedAmount > UNSENT_MAXIMUM) {
        ended ??= {
          end_reason: "not_reading",
          code: null,
          reason: "the agent does not read what it is sent",
        };
        return void closeSocket(socket, 1008, "not reading");
      }
      unsent.push(...down.push(samples));
      while (unsent.length >= frame) {
        const bytes = codec.encode(Int16Array.from(unsent.slice(0, frame), toSample));
        unsent = unsent.slice(frame);
        const timestamp_ms = chunk++ * frame_ms;
        send(dialect.media(Buffer.from(bytes).toString("base64"), chunk, timestamp_ms));
      }
    },
    // Telephone lines carry sound and keys alone.
    sendSpeech: () => undefined,
    sendKey: (key) => send(dialect.key(key)),
    sendMark: (name) => send(dialect.mark(name)),
    async hangUp() {
      const stop = dialect.stop?.();
      if (stop && socket.readyState === socket.OPEN) send(stop);
      await closeSocket(socket);
    },
  };
}

/** An agent that closes its stream has ended the call: nothing follows it. */
const closedBy = (code: number): Closed =>
  code === 1006 || code === 1011
    ? { end_reason: "connection_lost", code, reason: `the connection ended with code ${code}` }
    : { end_reason: "hung_up_by_agent", code, reason: "the agent hung up" };
