// Stands in for a bot of Pipecat that is spoken with, through its evaluation transport: `node pipecat-voice.mjs HOW`. It is an
// order desk that says one sentence after the other; HOW says how it misbehaves. Like a real bot, it keeps its context for
// as long as it runs.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { createVoice } from "../../fixtures/agents/say.mjs";

const RATE = 48_000;
const CHUNK_MS = 40;
/** Louder is speech. */
const LOUD = 300;
/** How many frames of speech interrupt the bot. */
const INTERRUPTS = 20;
const LONG =
  "Let me read you our terms of service, which are long, and which nobody has ever heard to their end.";

const [how = "well"] = process.argv.slice(2);
/** How many frames of silence end what the caller says. */
const PAUSE = how === "patient" ? 60 : 25;
const port = Number(process.env.AGENT_PORT ?? 7860);
const voice = await createVoice();
/** The process has them, not the connection, as in a real bot: whoever connects next continues. */
let turns = 0;

new WebSocketServer({ port, host: "127.0.0.1" })
  .on("connection", (socket, { url }) => {
    const flags = new URL(url, "ws://bot").searchParams;
    if (flags.get("capture_bot_audio") !== "true" || flags.has("skip_tts"))
      throw new Error("nobody wants to hear the bot");
    if (how === "absent") return;
    const send = (type, data = {}) =>
      socket.send(JSON.stringify({ label: "rtvi-ai", type, id: randomUUID(), data }));
    let isSpeaking = false;
    let isInterrupted = false;
    /** The caller in frames: how long it has been loud, and quiet. */
    let loud = 0;
    let quiet = 0;

    /** @param then begins when half of it is said */
    async function say(text, then) {
      isSpeaking = true;
      const samples = await voice.say(text);
      send("bot-llm-started");
      for (const piece of text.split(/(?<= )/)) send("bot-llm-text", { text: piece });
      send("bot-llm-stopped");
      send("bot-started-speaking");
      const words = text.split(" ");
      let spoken = 0;
      const chunk = (16_000 * CHUNK_MS) / 1000;
      const begun = performance.now();
      for (let at = 0, tick = 0; at < samples.length && !isInterrupted; at += chunk, tick++) {
        const piece = Int16Array.from(
          [...samples.subarray(at, at + chunk)].flatMap((one) => [one, one, one]),
        );
        const audio = Buffer.from(piece.buffer).toString("base64");
        send("eval-bot-audio", { audio, sampleRate: RATE });
        // Words come as they are spoken.
        const until = Math.min(words.length, Math.ceil((words.length * (at + chunk)) / samples.length));
        while (spoken < until) send("bot-tts-text", { text: words[spoken++] });
        if (then && at > samples.length / 2) {
          then();
          then = undefined;
        }
        await sleep(Math.max(0, begun + (tick + 1) * CHUNK_MS - performance.now()));
      }
      if (isInterrupted) send("bot-interrupted");
      isSpeaking = isInterrupted = false;
      send("bot-stopped-speaking");
    }

    function called(function_name, result, ms = 0) {
      const tool_call_id = `call_${randomUUID()}`;
      const given = { order: "1182" };
      send("llm-function-call-in-progress", { tool_call_id, function_name, arguments: given });
      const stop = () =>
        send("llm-function-call-stopped", { tool_call_id, function_name, cancelled: false, result });
      if (ms > 0) setTimeout(stop, ms);
      else stop();
    }

    async function answer() {
      turns++;
      if (how === "mute") return;
      if (how === "dies") process.exit(3);
      if (how === "garbles") return socket.send("HTTP/1.1 200 OK");
      if (how === "ends") return socket.close();
      if (how === "fails") return send("error", { error: "the model answered 401", fatal: true });
      if (how === "long" && turns <= 3) return say(LONG);
      if (turns === 1) return say("May I have your order number?");
      if (turns > 2) return say("You're welcome. Goodbye.");
      if (how === "thinks") {
        await say("Let me check.", () => called("lookup_order", { found: true }, 2500));
        await sleep(2500);
      } else called("lookup_order", { found: true });
      called("issue_refund", { ok: true });
      await say("I've refunded your order. It is confirmed.");
    }

    function hear({ base64Audio, sampleRate, numChannels }) {
      if (sampleRate !== 16_000 || numChannels !== 1)
        return send("error-response", { error: "no such audio" });
      const bytes = Buffer.from(base64Audio, "base64");
      const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      const isLoud = Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length) > LOUD;
      loud = isLoud ? loud + 1 : loud;
      quiet = isLoud ? 0 : quiet + 1;
      if (isSpeaking && loud > INTERRUPTS) isInterrupted = true;
      if (quiet < PAUSE || loud === 0) return;
      if (loud > 5 && !isSpeaking) void answer();
      loud = 0;
    }

    socket.on("message", (data) => {
      const { label, type, id, data: fields } = JSON.parse(data);
      if (label !== "rtvi-ai") return;
      if (type === "client-ready") {
        send("bot-ready", { version: "2.1.0", about: { library: "desk" } });
        void say("Hello, this is the order desk.");
      } else if (type === "raw-audio") hear(fields);
      else if (type === "client-message" && fields.t === "eval-cancel") process.exit(0);
      else if (type !== "client-message") send("error-response", { id, error: `Unsupported type ${type}` });
    });
  })
  .on("listening", () => console.log("the bot listens"));
