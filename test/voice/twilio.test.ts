/** An agent written for the telephone, called without one. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { mulaw } from "../../src/engine/voice/g711.ts";
import { samplesOf } from "../../src/engine/voice/pcm.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { callAll, soundBytes } from "../support/voice-agent.ts";

const { acme } = useService();
const TOKEN = "twilio-auth-token";

interface Message {
  readonly event: string;
  readonly at: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly [name: string]: any;
}

const requests: { signature: unknown; fields: Record<string, string>; url: string }[] = [];
let messages: Message[] = [];
let twiml: (stream: string) => string;
let webhook: string;
let stream: string;
let begin = 0;

/** Half a second of sound as an agent sends it. */
const payload = (ms: number) =>
  Buffer.from(mulaw.encode(samplesOf(soundBytes(ms, 6000, 8000)))).toString("base64");

const server = createServer(async (request, response) => {
  const body = await text(request);
  requests.push({
    signature: request.headers["x-twilio-signature"],
    fields: Object.fromEntries(new URLSearchParams(body)),
    url: `http://${request.headers.host}${request.url}`,
  });
  response.writeHead(200, { "content-type": "text/xml" }).end(twiml(stream));
});
const sockets = new WebSocketServer({ server, path: "/media" });
sockets.on("connection", (socket) => {
  begin = performance.now();
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on("message", (data) => {
    const message = { ...JSON.parse(String(data)), at: performance.now() - begin };
    messages.push(message);
    if (message.event !== "start") return;
    const { streamSid } = message;
    send({ event: "media", streamSid, media: { payload: payload(600) } });
    send({ event: "mark", streamSid, mark: { name: "heard" } });
    setTimeout(() => {
      send({ event: "media", streamSid, media: { payload: payload(5000) } });
      send({ event: "mark", streamSid, mark: { name: "cleared" } });
      setTimeout(() => send({ event: "clear", streamSid }), 200);
    }, 1000);
    setTimeout(() => socket.close(), 6000);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  webhook = `http://127.0.0.1:${port}/voice?tenant=1`;
  stream = `ws://127.0.0.1:${port}/media`;
});
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});

const CONNECT = (url: string) =>
  `<?xml version="1.0"?><Response><!-- <Connect> --><Connect><Stream url="${url}"><Parameter name="order" value="A&amp;1"/></Stream></Connect></Response>`;

async function call() {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", websocket_password: TOKEN });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(
    acme,
    {
      intent: "I want to book a check-up.",
      creativity: 0,
      phone_number: "+14155550101",
      endpointing_delay: 0.5,
    },
    [simulation_id],
  );
  const [result] = await callAll(acme, { simulation_id, websocket_url: webhook, dialect: "twilio" });
  return result;
}

describe("a telephone agent", () => {
  test("is asked with a signature, then gets the events and 20 ms of µ-law each", async () => {
    twiml = CONNECT;
    messages = [];
    const result = await call();
    expect(result).toMatchObject({ end_reason: "hung_up_by_agent", call: { dialect: "twilio" } });

    const [asked] = requests;
    const signed = Object.keys(asked?.fields ?? {})
      .sort()
      .reduce((all, name) => all + name + asked?.fields[name], webhook);
    expect(asked?.signature).toBe(createHmac("sha1", TOKEN).update(signed).digest("base64"));
    expect(asked?.fields).toMatchObject({
      From: "+14155550101",
      CallStatus: "ringing",
      Direction: "inbound",
    });

    const [connected, start, ...rest] = messages;
    expect(connected).toMatchObject({ event: "connected", protocol: "Call", version: "1.0.0" });
    expect(start).toMatchObject({
      event: "start",
      sequenceNumber: "1",
      start: {
        callSid: asked?.fields["CallSid"],
        accountSid: asked?.fields["AccountSid"],
        tracks: ["inbound"],
        mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
        customParameters: { order: "A&1" },
      },
    });
    const media = rest.filter(({ event }) => event === "media");
    expect(new Set(media.map((one) => Buffer.from(one["media"].payload, "base64").length))).toEqual(
      new Set([160]),
    );
    expect(media.slice(0, 3).map((one) => one["media"])).toMatchObject([
      { track: "inbound", chunk: "1", timestamp: "0" },
      { chunk: "2", timestamp: "20" },
      { chunk: "3", timestamp: "40" },
    ]);
    expect(result.call.timeline.map(({ speaker }: { speaker: string }) => speaker)).toContain("USER");
  });

  test("gets a mark back when its audio has been heard, and at once on clear", () => {
    const marks = messages.filter(({ event }) => event === "mark");
    expect(marks.map((mark) => mark["mark"].name)).toEqual(["heard", "cleared"]);
    expect(marks[0]?.at).toBeGreaterThan(550);
    expect(marks[1]?.at).toBeLessThan(3000);
  });

  test("that rejects the call, or connects it to nothing, is never a pass", async () => {
    twiml = () => "<Response><Reject/></Response>";
    expect(await call()).toMatchObject({ status: "REJECTED", outcome: "incompleted" });
    twiml = () => "<Response><Say>Hello</Say></Response>";
    const result = await call();
    expect(result).toMatchObject({ end_reason: "unreachable", outcome: "incompleted" });
    expect(result.outcome_reason).toContain("<Connect><Stream");
  });
});
