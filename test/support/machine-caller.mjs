// An agent that calls and meets a machine: it does what its steps say, one after the other, with real sound.
//
//   AGENT_PORT=9000 node machine-caller.mjs websocket '[{"wait":"beep"},{"say":"Please call us back."}]'
//
// The way is websocket, twilio, plivo or dial. Steps:
//   {"wait": "beep"}      until a beep of the caller is over; {"wait": 500} milliseconds; {"wait": "completed"} until the caller
//                         has signalled the end of what it says; {"wait": "voice"} until the caller has spoken for a second
//   {"say": "words"}      spoken, and told
//   {"tones": "12"}       keys as sound; with "late_ms", the middle of each tone comes that much later
//   {"events": "12"}      keys as events of the protocol
//   {"hang_up": true}
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket, WebSocketServer } from "ws";
import { createVoice } from "../../fixtures/agents/say.mjs";

const [, , way = "websocket", steps = "[]"] = process.argv;
const port = Number(process.env.AGENT_PORT);
const voice = await createVoice("rms");
const spoken = new Map();
for (const { say } of JSON.parse(steps)) if (say) spoken.set(say, await voice.say(say));

const RATE = 16_000;
const FRAME = 320;
const LOUD = 800;
const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477];
const KEYS = ["123", "456", "789", "*0#"];

function tonesOf(keys) {
  const sound = new Int16Array(keys.length * 0.2 * RATE);
  [...keys].forEach((key, place) => {
    const row = KEYS.findIndex((one) => one.includes(key));
    const pair = [ROWS[row], COLUMNS[KEYS[row].indexOf(key)]];
    for (let at = 0; at < 0.1 * RATE; at++)
      sound[place * 0.2 * RATE + at] = pair.reduce(
        (sum, hz) => sum + 5000 * Math.sin((2 * Math.PI * hz * at) / RATE),
        0,
      );
  });
  return sound;
}

/** Whether nearly all of a frame's sound is at this frequency. */
function isTone(samples, hz, rate) {
  const step = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let [one, two, energy] = [0, 0, 0];
  for (const sample of samples) {
    [one, two] = [sample + step * one - two, one];
    energy += sample * sample;
  }
  const power = one * one + two * two - step * one * two;
  return energy > samples.length * LOUD ** 2 && (2 * power) / (samples.length * energy) > 0.8;
}

function toMulaw(sample) {
  const sign = sample < 0 ? 0x80 : 0;
  const value = Math.min(32_635, Math.abs(sample)) + 132;
  const exponent = Math.max(0, Math.floor(Math.log2(value)) - 7);
  return ~(sign | (exponent << 4) | ((value >> (exponent + 3)) & 15)) & 255;
}

function fromMulaw(byte) {
  const value = ~byte & 255;
  const size = ((((value & 15) << 3) + 132) << ((value >> 4) & 7)) - 132;
  return value & 128 ? -size : size;
}

/** What differs between the protocols. */
const WAYS = {
  websocket: () => ({
    rate: RATE,
    heard: (message, isBinary) => isBinary && new Int16Array(Uint8Array.from(message).buffer),
    event: (message, isBinary) => (isBinary ? {} : JSON.parse(message)),
    told: (type, data) => ({ type, data }),
    sound: (samples) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
    key: (digit) => ({ type: "dtmf", data: { digit } }),
  }),
  twilio: () => telephone((payload, streamSid) => ({ event: "media", streamSid, media: { payload } })),
  plivo: () =>
    telephone(
      (payload) => ({
        event: "playAudio",
        media: { contentType: "audio/x-mulaw", sampleRate: 8000, payload },
      }),
      (dtmf) => ({ event: "sendDTMF", dtmf }),
    ),
};

function telephone(media, key) {
  let sid = "";
  return {
    rate: 8000,
    heard(message) {
      const { event, start, media: came } = JSON.parse(message);
      if (event === "start") sid = start.streamSid ?? "";
      return event === "media" && Int16Array.from(Buffer.from(came.payload, "base64"), fromMulaw);
    },
    event: () => ({}),
    sound: (samples) =>
      media(
        Buffer.from(samples.filter((_, at) => at % 2 === 0))
          .map((_, at) => toMulaw(samples[2 * at]))
          .toString("base64"),
        sid,
      ),
    key,
  };
}

async function meet(socket) {
  const line = WAYS[way === "dial" ? "websocket" : way]();
  const send = (message) =>
    socket.readyState === 1 && socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message));
  let [beeps, beeping, completed, voiced] = [0, 0, 0, 0];
  socket.on("error", () => undefined);
  socket.on("message", (data, isBinary) => {
    if (line.event(data, isBinary).type === "speech.completed") completed++;
    const samples = line.heard(data, isBinary);
    if (!samples) return;
    const isBeep = isTone(samples, 1000, line.rate);
    if (!isBeep && beeping > 10) beeps++;
    beeping = isBeep ? beeping + 1 : 0;
    if (samples.some((sample) => Math.abs(sample) > LOUD)) voiced++;
  });
  const until = async (condition) => {
    while (!condition() && socket.readyState === 1) await sleep(5);
  };
  const play = async (samples, late_ms = 0) => {
    let begin = performance.now();
    for (let at = 0; at < samples.length && socket.readyState === 1; at += FRAME) {
      if (at % (10 * FRAME) === 3 * FRAME) begin += late_ms;
      await sleep(Math.max(0, begin + (at / RATE) * 1000 - performance.now()));
      send(line.sound(samples.slice(at, at + FRAME)));
    }
  };
  await sleep(100);
  for (const { wait, say, tones, late_ms, events, hang_up } of JSON.parse(steps)) {
    const [before, voice] = [completed, voiced];
    if (typeof wait === "number") await sleep(wait);
    if (wait === "beep") await until(() => beeps > 0);
    if (wait === "completed") await until(() => completed > before);
    if (wait === "voice") await until(() => voiced > voice + 50);
    if (say) {
      if (line.told) send(line.told("speech.started", { text: say }));
      await play(spoken.get(say));
      if (line.told) send(line.told("speech.completed", {}));
    }
    for (const key of events ?? "") send(line.key(key));
    if (tones) await play(tonesOf(tones), late_ms);
    if (hang_up) socket.close(1000);
  }
}

if (way === "dial") {
  const socket = new WebSocket(process.env.PARLEY_DIAL_URL);
  socket.on("error", () => undefined);
  socket.once("message", () => void meet(socket));
  socket.on("close", () => process.exit());
} else listen();

function listen() {
  const server = createServer((_, response) => response.writeHead(426).end());
  new WebSocketServer({ server }).on("connection", (socket) => void meet(socket));
  server.listen(port, "127.0.0.1", () => console.log("listens"));
}
