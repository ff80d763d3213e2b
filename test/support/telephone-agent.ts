/**
 * A small telephone agent in the dialect of any of the companies, written from their published references.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type WebSocket, WebSocketServer } from "ws";
import { mulaw } from "../../src/engine/voice/g711.ts";
import { samplesOf } from "../../src/engine/voice/pcm.ts";
import { soundBytes } from "./voice-agent.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
export type Message = Readonly<Record<string, any>>;

/** The differences between companies from the agent's side. */
export interface Words {
  /** Answers the webhook. */
  readonly answers: (stream: string) => string;
  /** Appended to the URL of the stream. */
  readonly query?: string;
  readonly rate: number;
  readonly encode: (pcm: Buffer) => Buffer;
  readonly decode: (bytes: Buffer) => Int16Array;
  readonly media: (payload: string, start: Message) => object;
  readonly mark: (name: string, start: Message) => object;
  readonly clear: (start: Message) => object;
}

export const asMulaw = (pcm: Buffer) => Buffer.from(mulaw.encode(samplesOf(pcm)));
export const fromMulaw = (bytes: Buffer) => mulaw.decode(bytes);
export const swapped = (pcm: Buffer) => Buffer.from(pcm).swap16();

export interface TelephoneAgent {
  readonly webhook: string;
  readonly asked: { readonly request: IncomingMessage; readonly body: string }[];
  readonly upgrades: IncomingMessage[];
  /** Everything that arrived on streams, with the time since the stream was opened. */
  readonly messages: (Message & { readonly at: number })[];
  close(): void;
}

/** Louder than a line's noise. */
const LOUD = 1500;
const QUIET_MS = 400;

/**
 * It says something for 0.6 s and sends a mark. It does so again after the person has said something. When it
 * has heard a key, it says something for five seconds, sends a mark, and clears that after 0.2 s. Then it
 * does what `ends` does.
 */
export async function startTelephoneAgent(
  words: Words,
  key: string,
  ends: (start: Message, socket: WebSocket) => void,
): Promise<TelephoneAgent> {
  const agent: TelephoneAgent = {
    webhook: "",
    asked: [],
    upgrades: [],
    messages: [],
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    agent.asked.push({ request, body: await text(request) });
    const { port } = server.address() as AddressInfo;
    response.end(words.answers(`ws://127.0.0.1:${port}/media${words.query ?? ""}`));
  });
  const sockets = new WebSocketServer({ server, path: "/media" });
  sockets.on("connection", (socket, request) => {
    agent.upgrades.push(request);
    const begin = performance.now();
    const send = (message: object) => socket.send(JSON.stringify(message));
    const sound = (ms: number) => words.encode(soundBytes(ms, 6000, words.rate)).toString("base64");
    let start: Message = {};
    let interrupted = false;
    let answer: NodeJS.Timeout | undefined;
    let answers = 0;
    socket.on("error", () => undefined);
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      agent.messages.push({ ...message, at: performance.now() - begin });
      if (message.event === "start") {
        start = message;
        send(words.media(sound(600), start));
        send(words.mark("heard", start));
      }
      if (message.event === "media") {
        const samples = words.decode(Buffer.from(message.media.payload, "base64"));
        if (answers > 0 || !samples.some((sample) => Math.abs(sample) > LOUD)) return;
        clearTimeout(answer);
        answer = setTimeout(() => {
          answers++;
          send(words.media(sound(600), start));
        }, QUIET_MS);
      }
      if (message.event !== "dtmf" || message.dtmf.digit !== key || interrupted) return;
      interrupted = true;
      setTimeout(() => {
        send(words.media(sound(5000), start));
        send(words.mark("dropped", start));
        setTimeout(() => send(words.clear(start)), 200);
        setTimeout(() => ends(start, socket), 500);
      }, 500);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { ...agent, webhook: `http://127.0.0.1:${port}/voice?tenant=1` };
}
