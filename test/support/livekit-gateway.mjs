// Stands in for LiveKit's inference gateway, and for Deepgram and ElevenLabs as LiveKit's plugins use them: `node
// livekit-gateway.mjs MODEL [SENTENCES]` passes on to the model at MODEL. It speaks, and pretends to hear: the sentences, a
// list in JSON, in order. Without them, it hears what a caller of the order desk says.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import { createEar, createSpeaker } from "./speech-service.mjs";

const DESK = ["Hello. I'd like a refund for an order.", "It's 1182.", "Great, thank you.", "Goodbye."];

const [model, sentences] = process.argv.slice(2);
const hears = sentences === undefined ? DESK : JSON.parse(sentences);
const say = await createSpeaker();
let heard = 0;
const nextHeard = () => hears[Math.min(heard++, hears.length - 1)];

const server = createServer(async (request, answer) => {
  // Agents open the connection before they have a question.
  if (request.method !== "POST") return answer.writeHead(405).end();
  const asked = await fetch(`${model}/chat/completions`, { method: "POST", body: await text(request) });
  answer.writeHead(asked.status, { "content-type": asked.headers.get("content-type") });
  answer.end(await asked.text());
});

function recognition(socket, send) {
  let hear = () => undefined;
  socket.on("message", (data) => {
    const { type, audio, settings } = JSON.parse(data);
    if (type === "session.close") return socket.close();
    if (type === "input_audio") return hear(Buffer.from(audio, "base64"));
    if (type !== "session.create") return;
    hear = createEar(Number(settings.sample_rate), {
      begins: () => send({ type: "start_of_speech" }),
      ends: () => send({ type: "final_transcript", transcript: nextHeard(), language: "en" }),
    });
    send({ type: "session.created", session_id: "hears" });
  });
}

function synthesis(socket, send) {
  const session_id = "speaks";
  let words = "";
  let rate = 16_000;
  socket.on("message", async (data) => {
    const { type, transcript, sample_rate } = JSON.parse(data);
    if (type === "session.create") {
      rate = Number(sample_rate);
      send({ type: "session.created", session_id });
    }
    if (type === "session.close") socket.close();
    if (type === "input_transcript") words += transcript;
    if (type !== "session.flush") return;
    const said = words.trim();
    words = "";
    for (const piece of await say(said, rate))
      send({ type: "output_audio", audio: piece.toString("base64"), session_id });
    send({ type: "done", session_id });
  });
}

function deepgram(socket, send, { searchParams }) {
  const result = (transcript) => {
    const words = transcript.split(" ").map((word, index) => ({
      ...{ word, confidence: 0.9 },
      ...{ start: index * 0.3, end: index * 0.3 + 0.2 },
    }));
    const channel = { alternatives: [{ transcript, confidence: 0.9, words }] };
    const metadata = { request_id: "hears" };
    send({ type: "Results", is_final: true, speech_final: true, metadata, channel });
  };
  const hear = createEar(Number(searchParams.get("sample_rate")), {
    begins: () => send({ type: "SpeechStarted" }),
    ends: () => result(nextHeard()),
  });
  socket.on("message", (data, isBinary) => {
    if (isBinary) hear(data);
  });
}

function elevenlabs(socket, send, { searchParams }) {
  const rate = Number(searchParams.get("output_format").split("_")[1]);
  const contexts = new Map();
  let spoken = Promise.resolve();
  const speak = async (contextId, words) => {
    const pieces = words.trim() === "" ? [] : await say(words.trim(), rate);
    // When each letter is spoken: it waits for that before it takes the sound.
    const chars = [...words];
    const ms = pieces.reduce((sum, { length }) => sum + length, 0) / 2 / (rate / 1000) / chars.length;
    const charStartTimesMs = chars.map((_, index) => Math.round(index * ms));
    const alignment = { chars, charStartTimesMs, charDurationsMs: chars.map(() => Math.round(ms)) };
    if (pieces.length > 0) send({ contextId, alignment, normalizedAlignment: alignment });
    for (const piece of pieces) send({ contextId, audio: piece.toString("base64") });
  };
  socket.on("message", (data) => {
    const { context_id: id, text: part = "", flush, close_context } = JSON.parse(data);
    contexts.set(id, (contexts.get(id) ?? "") + part);
    if (!flush && !close_context) return;
    const words = contexts.get(id);
    contexts.delete(id);
    spoken = spoken.then(async () => {
      await speak(id, words);
      if (close_context) send({ contextId: id, isFinal: true });
    });
  });
}

const SERVICES = [
  [/^\/v1\/stt$/, recognition],
  [/^\/v1\/tts$/, synthesis],
  [/^\/v1\/listen$/, deepgram],
  [/\/multi-stream-input$/, elevenlabs],
];

new WebSocketServer({ server }).on("connection", (socket, { url }) => {
  const send = (message) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const asked = new URL(url, "http://gateway");
  const [, service] = SERVICES.find(([path]) => path.test(asked.pathname)) ?? [];
  // It has no other services, such as one that detects the end of a turn.
  if (service) service(socket, send, asked);
  else socket.close();
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
