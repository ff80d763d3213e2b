// Stands in for an agent of LiveKit that is spoken with, with LiveKit's own messages: `node livekit-voice.mjs HOW console
// --connect-addr HOST:PORT`. It is an order desk that says one sentence after the other; HOW says how it misbehaves.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { AgentSession as pb } from "@livekit/protocol";
import { createVoice } from "../../fixtures/agents/say.mjs";

const RATE = 48_000;
/** Louder is speech. */
const LOUD = 300;
/** How many frames of speech interrupt the agent. */
const INTERRUPTS = 20;
const LONG =
  "Let me read you our terms of service, which are long, and which nobody has ever heard to their end.";

const [how, , , address] = process.argv.slice(2);
/** How many frames of silence end what the caller says. */
const PAUSE = how === "patient" ? 60 : 25;
const [host, port] = address.split(":");
const voice = await createVoice();
const socket = connect(Number(port), host);

function send(name, value) {
  const bytes = new pb.AgentSessionMessage({ message: { case: name, value } }).toBinary();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  socket.write(Buffer.concat([length, bytes]));
}
const event = (name, value) => send("event", new pb.AgentSessionEvent({ event: { case: name, value } }));
const state = (newState) =>
  event("agentStateChanged", new pb.AgentSessionEvent_AgentStateChanged({ newState }));

let finished = () => undefined;
let isSpeaking = false;
let isInterrupted = false;
let turns = 0;
/** The caller in frames: how long it has been loud, and quiet. */
let loud = 0;
let quiet = 0;

/** @param next its state afterwards */
async function say(text, next = pb.AgentState.AS_LISTENING) {
  isSpeaking = true;
  const samples = await voice.say(text);
  state(pb.AgentState.AS_SPEAKING);
  const over = new Promise((resolve) => {
    finished = resolve;
  });
  // All at once, long before it is heard.
  for (let at = 0; at < samples.length; at += RATE / 100) {
    const piece = Int16Array.from(
      [...samples.subarray(at, at + RATE / 100)].flatMap((one) => [one, one, one]),
    );
    const data = new Uint8Array(piece.buffer);
    const value = { data, sampleRate: RATE, numChannels: 1, samplesPerChannel: piece.length };
    send("audioOutput", new pb.AgentSessionMessage_ConsoleIO_AudioFrame(value));
  }
  send("audioPlaybackFlush", new pb.AgentSessionMessage_ConsoleIO_AudioPlaybackFlush());
  await over;
  // All of it, also if the caller has interrupted it.
  const content = [{ payload: { case: "text", value: text } }];
  const message = new pb.ChatMessage({ id: `m${turns}`, role: 3, content, interrupted: isInterrupted });
  const item = new pb.ChatContext_ChatItem({ item: { case: "message", value: message } });
  event("conversationItemAdded", new pb.AgentSessionEvent_ConversationItemAdded({ item }));
  isSpeaking = isInterrupted = false;
  state(next);
}

/** As LiveKit does: it stops first, and drops the rest when it knows what was said. */
async function interrupted() {
  isInterrupted = true;
  state(pb.AgentState.AS_LISTENING);
  await sleep(300);
  send("audioPlaybackClear", new pb.AgentSessionMessage_ConsoleIO_AudioPlaybackClear());
  finished();
}

function called(name, output) {
  const given = { name, callId: `c-${name}` };
  const functionCalls = [new pb.FunctionCall({ ...given, arguments: '{"order":"1182"}' })];
  const functionCallOutputs = [new pb.FunctionCallOutput({ ...given, output: JSON.stringify(output) })];
  event(
    "functionToolsExecuted",
    new pb.AgentSessionEvent_FunctionToolsExecuted({ functionCalls, functionCallOutputs }),
  );
}

function handOver() {
  const value = new pb.AgentHandoff({ id: "h", oldAgentId: "greeter", newAgentId: "refunds" });
  const item = new pb.ChatContext_ChatItem({ item: { case: "agentHandoff", value } });
  event("conversationItemAdded", new pb.AgentSessionEvent_ConversationItemAdded({ item }));
}

async function answer() {
  turns++;
  if (how === "mute") return;
  if (how === "dies") process.exit(3);
  if (how === "garbles") return socket.write("HTTP/1.1 200 OK\r\n\r\n");
  if (how === "ends") return socket.end();
  if (how === "fails") {
    event("error", new pb.AgentSessionEvent_Error({ message: "the model answered 401" }));
    return socket.end();
  }
  if (how === "long" && turns <= 3) return say(LONG);
  if (turns === 1) return say("May I have your order number?");
  if (how === "drops") {
    handOver();
    const functionCalls = [new pb.FunctionCall({ callId: "c", name: "issue_refund", arguments: "{}" })];
    event("functionToolsStarted", new pb.AgentSessionEvent_FunctionToolsStarted({ functionCalls }));
    return socket.end();
  }
  if (turns > 2) return say("You're welcome. Goodbye.");
  if (how === "looks") {
    await say("Let me check.", pb.AgentState.AS_THINKING);
    await sleep(4000);
  }
  called("lookup_order", { found: true });
  called("issue_refund", { ok: true });
  await say("I've refunded your order. It is confirmed.");
}

function hear({ data }) {
  const samples = new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
  const isLoud = Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length) > LOUD;
  loud = isLoud ? loud + 1 : loud;
  quiet = isLoud ? 0 : quiet + 1;
  if (isSpeaking && loud > INTERRUPTS && !isInterrupted) interrupted();
  if (quiet < PAUSE || loud === 0) return;
  if (loud > 5 && !isSpeaking) answer();
  loud = 0;
}

let rest = Buffer.alloc(0);
socket.on("connect", () => say("Hello, this is the order desk."));
socket.on("data", (piece) => {
  rest = Buffer.concat([rest, piece]);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
    const end = 4 + rest.readUInt32BE();
    const { message } = pb.AgentSessionMessage.fromBinary(rest.subarray(4, end));
    rest = rest.subarray(end);
    if (message.case === "audioInput") hear(message.value);
    if (message.case === "audioPlaybackFinished") finished();
  }
});
socket.on("error", () => undefined);
// The process of a real one stays when its connection is closed.
setInterval(() => undefined, 1000);
