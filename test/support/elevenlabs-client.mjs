// ElevenLabs' own clients hold a conversation with an agent: `node client.mjs API-URL KEY AGENT-ID text|voice`. The last line of
// the output is what they have seen, as JSON. It runs where both packages are installed.
import { setTimeout as sleep } from "node:timers/promises";
import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { AudioInterface } from "@elevenlabs/elevenlabs-js/api/resources/conversationalAi/conversation/AudioInterface.js";
import { ClientTools } from "@elevenlabs/elevenlabs-js/api/resources/conversationalAi/conversation/ClientTools.js";
import { Conversation as SpokenConversation } from "@elevenlabs/elevenlabs-js/api/resources/conversationalAi/conversation/Conversation.js";
import { WebSocket } from "ws";

globalThis.WebSocket ??= WebSocket;
const { Conversation } = await import("@elevenlabs/client");

const [api_url, apiKey, agentId, by] = process.argv.slice(2);
const client = new ElevenLabsClient({ apiKey, baseUrl: api_url });
const called = [];
const told = { said: [], heard: [], called, errors: [], invalid: [], pings: 0 };
const tool =
  (name) =>
  ({ order }) => {
    called.push(`${name} ${order}`);
    return { ok: true };
  };

async function write() {
  const { signedUrl } = await client.conversationalAi.conversations.getSignedUrl({ agentId });
  const conversation = await Conversation.startSession({
    signedUrl,
    textOnly: true,
    clientTools: { lookup_order: tool("lookup_order"), issue_refund: tool("issue_refund") },
    onMessage: ({ role, message }) => told[role === "agent" ? "said" : "heard"].push(message),
    onError: (message) => told.errors.push(message),
    onDebug: (event) => told.invalid.push(event),
    onPing: () => told.pings++,
    onDisconnect: (details) => {
      told.ended = details;
    },
  });
  const until = async (count) => {
    for (let tries = 0; told.said.length < count && tries < 200; tries++) await sleep(50);
  };
  told.id = conversation.getId();
  await until(1);
  conversation.sendUserMessage("I want a refund.");
  await until(2);
  // Longer than the server waits for a pong.
  await sleep(3500);
  conversation.sendUserMessage("It is 1182.");
  await until(3);
  await conversation.endSession();
}

class Sound extends AudioInterface {
  start(input) {
    const tone = Buffer.from(Int16Array.from({ length: 320 }, (_, at) => 8000 * Math.sin(at / 3)).buffer);
    const still = Buffer.alloc(640);
    this.bytes = 0;
    this.interruptions = 0;
    this.speaks = 0;
    // In real time: 20 ms each.
    this.timer = setInterval(() => input(this.speaks-- > 0 ? tone : still), 20);
  }
  stop() {
    clearInterval(this.timer);
  }
  output(audio) {
    this.bytes += audio.length;
  }
  interrupt() {
    this.interruptions++;
  }
}

async function speak() {
  const clientTools = new ClientTools();
  for (const name of ["lookup_order", "issue_refund"])
    clientTools.register(name, (given) => JSON.stringify(tool(name)(given)));
  const audioInterface = new Sound();
  const conversation = new SpokenConversation({
    client,
    agentId,
    requiresAuth: true,
    audioInterface,
    clientTools,
    callbackAgentResponse: (text) => told.said.push(text),
    callbackAgentResponseCorrection: (whole, cut) => {
      told.corrected = { whole, cut };
    },
    callbackUserTranscript: (text) => told.heard.push(text),
    callbackLatencyMeasurement: () => told.pings++,
  });
  conversation.on("error", ({ message }) => told.errors.push(message));
  await conversation.startSession();
  const until = async (count) => {
    for (let tries = 0; told.said.length < count && tries < 200; tries++) await sleep(50);
  };
  await until(1);
  // While it still greets.
  audioInterface.speaks = 25;
  await until(2);
  await sleep(3000);
  audioInterface.speaks = 25;
  await until(3);
  told.sound = { bytes: audioInterface.bytes, interruptions: audioInterface.interruptions };
  conversation.endSession();
}

await (by === "text" ? write() : speak());
console.log(JSON.stringify(told));
process.exit(0);
