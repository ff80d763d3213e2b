/**
 * A published agents SDK answers the telephone. Its own transport reads and writes Twilio's media streams,
 * and its model is replaced.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { TwilioRealtimeTransportLayer } from "@openai/agents-extensions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { mulaw } from "../../src/engine/voice/g711.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { asMulaw, type Message } from "../support/telephone-agent.ts";
import { callAll, soundBytes } from "../support/voice-agent.ts";

const { acme } = useService();
const LOUD = 1500;
const QUIET_MS = 400;
const SOONER_MS = 600;
/** 250 ms of µ-law: models send sound faster than real time, in pieces. */
const PIECE = 2000;

/** What the SDK sends to its model. */
const asked: Message[] = [];
/** What the SDK received from the telephone line. */
const heard: Message[] = [];
const faults: unknown[] = [];
/** Bytes of sound that reached the model. */
let bytes = 0;

/** Says hello, then something long after an answer. After 0.6 s of it, it notices that the caller speaks. */
function model(socket: WebSocket): void {
  const send = (type: string, more: object) =>
    socket.send(JSON.stringify({ type, event_id: `event-${type}`, ...more }));
  let turns = 0;
  let answer: NodeJS.Timeout | undefined;
  const say = (ms: number) => {
    const id = `response-${++turns}`;
    const about = { response_id: id, item_id: `item-${turns}`, output_index: 0, content_index: 0 };
    send("response.created", { response: { id } });
    const sound = asMulaw(soundBytes(ms, 6000, 8000));
    for (let at = 0; at < sound.length; at += PIECE)
      send("response.output_audio.delta", {
        ...about,
        delta: sound.subarray(at, at + PIECE).toString("base64"),
      });
    send("response.output_audio.done", about);
    send("response.done", { response: { id, output: [], usage: {} } });
  };
  send("session.created", { session: {} });
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (message.type !== "input_audio_buffer.append") return void asked.push(message);
    const sound = Buffer.from(message.audio, "base64");
    bytes += sound.length;
    if (turns === 0) say(600);
    if (turns !== 1 || !mulaw.decode(sound).some((sample) => Math.abs(sample) > LOUD)) return;
    clearTimeout(answer);
    answer = setTimeout(() => {
      say(5000);
      setTimeout(
        () => send("input_audio_buffer.speech_started", { item_id: "caller", audio_start_ms: 0 }),
        SOONER_MS,
      );
      setTimeout(() => socket.close(), 1500);
    }, QUIET_MS);
  });
}

const models = new WebSocketServer({ port: 0, host: "127.0.0.1" });
const lines = new WebSocketServer({ port: 0, host: "127.0.0.1" });
const urlOf = (server: WebSocketServer) => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
models.on("connection", model);
lines.on("connection", async (line) => {
  const transport = new TwilioRealtimeTransportLayer({ twilioWebSocket: line });
  transport.on("*", (event) => {
    if (event.type === "twilio_message") heard.push(event["message"]);
  });
  transport.on("error", (fault) => faults.push(fault));
  transport.on("connection_change", (status) => {
    if (status === "disconnected") line.close();
  });
  await transport.connect({ apiKey: "none", url: urlOf(models) });
});

beforeAll(() => Promise.all([models, lines].map((server) => server.address() ?? once(server, "listening"))));
afterAll(() => {
  for (const server of [models, lines]) {
    for (const socket of server.clients) socket.terminate();
    server.close();
  }
});

test("an agent of the SDK is called, interrupted, and knows how much of its words was heard", async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(
    acme,
    { intent: "I want to book a check-up.", creativity: 0, endpointing_delay: 0.5 },
    [simulation_id],
  );
  const [result] = await callAll(acme, { simulation_id, websocket_url: urlOf(lines), dialect: "twilio" });
  expect(faults).toEqual([]);
  // Each side understood all messages of the other.
  expect(result).toMatchObject({ end_reason: "hung_up_by_agent", call: { dialect: "twilio", remarks: [] } });
  const events = new Set(heard.map(({ event }) => event));
  for (const event of ["connected", "start", "media", "mark"]) expect(events).toContain(event);
  // It fills gaps with silence, so wrong times would add sound.
  const media = heard.filter(({ event }) => event === "media");
  expect(bytes).toBeLessThanOrEqual(160 * media.length);

  // Five seconds were sent at once, and dropped when it noticed that the caller speaks.
  const said = result.call.timeline.filter(({ speaker }: Message) => speaker === "AGENT");
  expect(said.length).toBeGreaterThanOrEqual(2);
  for (const { start_offset_ms, end_offset_ms } of said)
    expect(end_offset_ms - start_offset_ms).toBeLessThan(4000);
  const [cut] = asked.filter(({ type }) => type === "conversation.item.truncate");
  expect(cut).toMatchObject({ item_id: "item-2" });
  // Marks return when the sound before them has been heard. If they returned at once, it would believe that
  // everything was heard; without any, that nothing was.
  expect(cut?.["audio_end_ms"]).toBeGreaterThan(100);
  expect(cut?.["audio_end_ms"]).toBeLessThan(4000);
});
