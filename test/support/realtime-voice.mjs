// Stands in for OpenAI's Realtime API by voice: `node realtime-voice.mjs HOW`. The model is an order desk that says one sentence
// after the other, as audio that comes at once; HOW says how it misbehaves.
import { randomUUID } from "node:crypto";
import { WebSocketServer } from "ws";
import { createVoice } from "../../fixtures/agents/say.mjs";

const RATE = 24_000;
/** Louder is speech. */
const LOUD = 300;
const FRAME = RATE / 50;
/** How many frames of speech are an interruption. */
const SPEAKS = 10;
const LONG =
  "Let me read you our terms of service, which are long, and which nobody has ever heard to their end.";

const [how = "well"] = process.argv.slice(2);
/** How many frames of silence end what the caller says. */
const PAUSE = how === "patient" ? 60 : 25;
const port = Number(process.env.AGENT_PORT ?? 9096);
const voice = await createVoice();

/** From 16 to 24 kHz. */
function faster(samples) {
  const more = new Int16Array(Math.floor((samples.length * 3) / 2));
  for (let at = 0; at < more.length; at++) {
    const place = (at * 2) / 3;
    const low = Math.floor(place);
    more[at] = samples[low] + (place - low) * ((samples[low + 1] ?? samples[low]) - samples[low]);
  }
  return more;
}

new WebSocketServer({ port, host: "127.0.0.1" })
  .on("connection", (socket, request) => {
    const key = request.headers.authorization?.replace("Bearer ", "");
    const items = new Map();
    let session = {
      type: "realtime",
      object: "realtime.session",
      id: `sess_${randomUUID()}`,
      model: "desk-1",
    };
    const send = (type, fields = {}) =>
      socket.send(JSON.stringify({ type, event_id: `event_${randomUUID()}`, ...fields }));
    const fail = (message) =>
      send("error", { error: { type: "invalid_request_error", code: null, message, param: null } });
    let turns = 0;
    let pending = Buffer.alloc(0);
    let loud = 0;
    let quiet = 0;
    let isSpeaking = false;
    let said;
    /** When the caller has heard what the model says last, at the earliest. */
    let heard_at = 0;
    const open = new Set();
    send("session.created", { session });

    /** @param further what else is in the response: a call, which comes after the words */
    async function say(text, further) {
      const id = `resp_${randomUUID()}`;
      const item_id = `item_${randomUUID()}`;
      const shell = { object: "realtime.response", id, metadata: null };
      const at = { response_id: id, item_id, output_index: 0, content_index: 0 };
      said = at;
      const item = { id: item_id, object: "realtime.item", type: "message", role: "assistant" };
      send("response.created", { response: { ...shell, status: "in_progress", output: [] } });
      send("response.output_item.added", { ...at, item: { ...item, status: "in_progress", content: [] } });
      for (const word of text.split(/(?<= )/))
        send("response.output_audio_transcript.delta", { ...at, delta: word });
      const sound = Buffer.from(faster(await voice.say(text)).buffer);
      const length_ms = (sound.length / 2 / RATE) * 1000;
      items.set(item_id, length_ms);
      heard_at = performance.now() + length_ms;
      for (let from = 0; from < sound.length; from += 9600)
        send("response.output_audio.delta", {
          ...at,
          delta: sound.subarray(from, from + 9600).toString("base64"),
        });
      send("response.output_audio.done", at);
      send("response.output_audio_transcript.done", { ...at, transcript: text });
      const done = { ...item, status: "completed", content: [{ type: "output_audio", transcript: text }] };
      send("response.output_item.done", { ...at, item: done });
      if (further) return call(further, { id, before: done });
      send("response.done", { response: { ...shell, status: "completed", output: [done] } });
    }

    /** @param response the response that has it, after words */
    function call(name, { id = `resp_${randomUUID()}`, before } = {}) {
      const call_id = `call_${randomUUID()}`;
      open.add(call_id);
      const made = { type: "function_call", call_id, name, arguments: '{"order":"1182"}' };
      const item = { id: `item_${randomUUID()}`, object: "realtime.item", status: "completed", ...made };
      const output = before ? [before, item] : [item];
      const response = { object: "realtime.response", id, status: "completed", output };
      if (!before) send("response.created", { response: { ...response, status: "in_progress", output: [] } });
      const begun = { ...item, status: "in_progress" };
      const at = { response_id: id, output_index: output.length - 1 };
      send("response.output_item.added", { ...at, item: begun });
      send("response.output_item.done", { ...at, item });
      send("response.done", { response });
    }

    const calls = ["lookup_order", "issue_refund"];
    function respond() {
      if (how === "mute") return;
      if (how === "dies") process.exit(3);
      if (how === "garbles") return socket.send("HTTP/1.1 200 OK");
      if (how === "ends") return socket.close();
      if (how === "fails") {
        const status_details = {
          type: "failed",
          error: { type: "server_error", message: `no quota for ${key}` },
        };
        return send("response.done", { response: { status: "failed", status_details, output: [] } });
      }
      if (how === "long" && turns <= 3) return say(LONG);
      if (turns === 1) return say("May I have your order number?");
      if (turns > 2) return say("You're welcome. Goodbye.");
      const next = calls.shift();
      if (how === "thinks" && next === "lookup_order") return say("Let me check.", next);
      if (how === "thinks" && next === "issue_refund") return setTimeout(() => call(next), 2500);
      return next ? call(next) : say("I've refunded your order. It is confirmed.");
    }

    function hear(base64) {
      pending = Buffer.concat([pending, Buffer.from(base64, "base64")]);
      for (; pending.length >= FRAME * 2; pending = pending.subarray(FRAME * 2)) {
        let sum = 0;
        for (let at = 0; at < FRAME; at++) sum += pending.readInt16LE(at * 2) ** 2;
        const isLoud = Math.sqrt(sum / FRAME) > LOUD;
        loud = isLoud ? loud + 1 : loud;
        quiet = isLoud ? 0 : quiet + 1;
        if (loud > SPEAKS && !isSpeaking) {
          isSpeaking = true;
          send("input_audio_buffer.speech_started", { audio_start_ms: 0, item_id: "item_user" });
          // What was on its way already.
          if (how === "long" && performance.now() < heard_at) {
            send("response.output_audio_transcript.delta", { ...said, delta: "And so on and so forth." });
            send("response.output_audio.delta", { ...said, delta: Buffer.alloc(96_000).toString("base64") });
          }
        }
        if (quiet < PAUSE) continue;
        loud = 0;
        if (!isSpeaking) continue;
        isSpeaking = false;
        send("input_audio_buffer.speech_stopped", { audio_end_ms: 0, item_id: "item_user" });
        send("input_audio_buffer.committed", { item_id: "item_user", previous_item_id: null });
        turns++;
        void respond();
      }
    }

    socket.on("message", (data) => {
      const event = JSON.parse(data);
      if (event.type === "session.update") {
        if (how === "locked") return fail(`Incorrect API key provided: ${key}`);
        const { input, output } = event.session.audio ?? {};
        if ([input, output].some((one) => (one?.format?.rate ?? RATE) !== RATE)) return fail("no such audio");
        session = { ...session, ...event.session };
        send("session.updated", { session });
      } else if (event.type === "input_audio_buffer.append") hear(event.audio);
      else if (event.type === "conversation.item.truncate") {
        if (!(event.audio_end_ms <= items.get(event.item_id))) return fail("Audio content is shorter");
        send("conversation.item.truncated", event);
      } else if (event.type === "conversation.item.create") open.delete(event.item.call_id);
      else if (event.type === "response.create") {
        if (open.size > 0) return fail("a call has no output");
        void respond();
      } else if (event.type !== "response.cancel") fail(`Unknown event: ${event.type}`);
    });
  })
  .on("listening", () => console.log("the model listens"));
