// Stands in for LiveKit's inference gateway: `node livekit-gateway.mjs MODEL` passes on to the model at MODEL. It speaks, and
// pretends to hear: what a caller of the order desk says, in order.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import { createVoice } from "../../fixtures/agents/say.mjs";

const HEARS = ["Hello. I'd like a refund for an order.", "It's 1182.", "Great, thank you.", "Goodbye."];
/** 20 ms at 16 kHz, in bytes. Louder is speech. So many frames of silence end it. */
const FRAME = 640;
const LOUD = 300;
const PAUSE = 20;
/** As large as pieces of sound are. */
const PIECE = 9600;

const [model] = process.argv.slice(2);
const voice = await createVoice();
let heard = 0;

const server = createServer(async (request, answer) => {
  // Agents open the connection before they have a question.
  if (request.method !== "POST") return answer.writeHead(405).end();
  const asked = await fetch(`${model}/chat/completions`, { method: "POST", body: await text(request) });
  answer.writeHead(asked.status, { "content-type": asked.headers.get("content-type") });
  answer.end(await asked.text());
});

function hears(socket, send) {
  let rest = Buffer.alloc(0);
  let quiet = 0;
  let isSpeaking = false;
  socket.on("message", (data) => {
    const { type, audio } = JSON.parse(data);
    if (type === "session.create") send({ type: "session.created", session_id: "hears" });
    if (type === "session.close") socket.close();
    if (type !== "input_audio") return;
    rest = Buffer.concat([rest, Buffer.from(audio, "base64")]);
    for (; rest.length >= FRAME; rest = rest.subarray(FRAME)) {
      let sum = 0;
      for (let at = 0; at < FRAME; at += 2) sum += rest.readInt16LE(at) ** 2;
      const isLoud = Math.sqrt(sum / (FRAME / 2)) > LOUD;
      quiet = isLoud ? 0 : quiet + 1;
      if (isLoud && !isSpeaking) send({ type: "start_of_speech" });
      isSpeaking ||= isLoud;
      if (!isSpeaking || quiet < PAUSE) continue;
      isSpeaking = false;
      const transcript = HEARS[Math.min(heard++, HEARS.length - 1)];
      send({ type: "final_transcript", transcript, language: "en" });
    }
  });
}

function speaks(socket, send) {
  const session_id = "speaks";
  let words = "";
  socket.on("message", async (data) => {
    const { type, transcript } = JSON.parse(data);
    if (type === "session.create") send({ type: "session.created", session_id });
    if (type === "session.close") socket.close();
    if (type === "input_transcript") words += transcript;
    if (type !== "session.flush") return;
    const said = words.trim();
    words = "";
    const sound = Buffer.from(Int16Array.from(await voice.say(said)).buffer);
    for (let at = 0; at < sound.length; at += PIECE)
      send({ type: "output_audio", audio: sound.subarray(at, at + PIECE).toString("base64"), session_id });
    send({ type: "done", session_id });
  });
}

new WebSocketServer({ server }).on("connection", (socket, { url }) => {
  const send = (message) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const { pathname } = new URL(url, "http://gateway");
  if (pathname === "/v1/stt") hears(socket, send);
  else if (pathname === "/v1/tts") speaks(socket, send);
  // It has no other services, such as one that detects the end of a turn.
  else socket.close();
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
