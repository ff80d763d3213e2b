// A hostile voice agent: text events and audio as fast as the line takes them, for some seconds, then it hangs up.
import { WebSocketServer } from "ws";

const FOR_MS = 6000;
const EVERY_MS = 5;
const WAITING_BYTES = 4_000_000;
const AUDIO = Buffer.alloc(1024 * 1024, 7);
const WORDS = ["for Which day? ", "caller-goal ", "5 p.m. ", "No. "];

const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
server.on("listening", () => console.log(`ws://127.0.0.1:${server.address().port}/`));
server.on("connection", (socket) => {
  socket.on("error", () => undefined);
  let sent = 0;
  const timer = setInterval(() => {
    for (let at = 0; at < 100 && socket.bufferedAmount < WAITING_BYTES; at++) {
      const text = WORDS[sent++ % WORDS.length].repeat(120).slice(0, 1990);
      socket.send(JSON.stringify({ type: "speech.started", data: { text } }));
      if (sent % 50 === 0) socket.send(AUDIO);
    }
  }, EVERY_MS);
  const end = setTimeout(() => socket.close(1000), FOR_MS);
  socket.on("close", () => {
    clearInterval(timer);
    clearTimeout(end);
  });
});
