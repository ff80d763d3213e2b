// Stands in for an agent of LiveKit, with LiveKit's own messages: `node livekit-console.mjs HOW console --connect-addr
// HOST:PORT`. It is an order desk; HOW says how it misbehaves.
import { connect } from "node:net";
import { AgentSession as pb } from "@livekit/protocol";

const [how, , , address] = process.argv.slice(2);
const [host, port] = address.split(":");
if (how === "absent") setInterval(() => undefined, 1000);
if (how === "dies") {
  console.error("no module named desk");
  process.exit(3);
}

const send = (socket, message) => {
  const bytes = new pb.AgentSessionMessage({ message }).toBinary();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  socket.write(Buffer.concat([length, bytes]));
};
const event = (name, value) => ({
  case: "event",
  value: new pb.AgentSessionEvent({ event: { case: name, value } }),
});
const state = (newState) =>
  event("agentStateChanged", new pb.AgentSessionEvent_AgentStateChanged({ newState }));
const added = (item) =>
  event("conversationItemAdded", new pb.AgentSessionEvent_ConversationItemAdded({ item }));

let count = 0;
/** Refunds in the world of the conversation, and reports nothing of it. */
const inWorld = (order) =>
  fetch(`${process.env.PARLEY_WORLD_URL}/tools/issue_refund`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order }),
  });

const item = (name, value) => new pb.ChatContext_ChatItem({ item: { case: name, value } });
const says = (text, metrics = undefined) =>
  item(
    "message",
    new pb.ChatMessage({
      id: `m${++count}`,
      role: 3,
      content: [{ payload: { case: "text", value: text } }],
      ...(metrics && { metrics: new pb.MetricsReport(metrics) }),
    }),
  );
const hands = (oldAgentId, newAgentId) =>
  item("agentHandoff", new pb.AgentHandoff({ id: `h${++count}`, oldAgentId, newAgentId }));
const calls = (name, given, output) => {
  const callId = `c${++count}`;
  return [
    item(
      "functionCall",
      new pb.FunctionCall({ id: `f${count}`, callId, name, arguments: JSON.stringify(given) }),
    ),
    item("functionCallOutput", new pb.FunctionCallOutput({ id: `o${count}`, callId, name, ...output })),
  ];
};

let refunded = false;
let closing = false;
async function answer(text) {
  if (refunded) return [says("You're welcome. Goodbye.")];
  const order = /\d{4}/.exec(text)?.[0];
  if (!order) return [says("May I have your order number?")];
  refunded = true;
  if (how === "world") {
    await inWorld(order);
    return [says(`I've refunded your order ${order}. It is confirmed.`)];
  }
  if (how === "hands")
    return [
      says("I'll put you through.", { llmNodeTtft: 0.25, e2eLatency: 0.5 }),
      hands("greeter", "refunds"),
      ...calls("issue_refund", { order }, { output: '{"ok":true}' }),
      says(`I've refunded your order ${order}. It is confirmed.`, { llmNodeTtft: 0.75 }),
    ];
  return [
    says("One moment."),
    ...calls("lookup_order", { order }, { output: '{"found":true}' }),
    ...calls(
      "issue_refund",
      { order },
      how === "errs" ? { output: "no money", isError: true } : { output: '{"ok":true}' },
    ),
    says(`I've refunded your order ${order}. It is confirmed.`),
  ];
}

async function take(socket, { requestId, request }) {
  if (how === "mute" || request.case !== "runInput") return;
  if (how === "fails") {
    const error = "agent produced no response items";
    send(socket, event("error", new pb.AgentSessionEvent_Error({ message: "openai.LLM" })));
    return send(socket, { case: "response", value: new pb.SessionResponse({ requestId, error }) });
  }
  if (closing) {
    const error = "AgentSession is closing, cannot use generateReply()";
    send(socket, { case: "response", value: new pb.SessionResponse({ requestId, error }) });
    return setTimeout(() => socket.end(), 300);
  }
  const items = await answer(request.value.text);
  if (how === "drops" && refunded) {
    const functionCalls = [new pb.FunctionCall({ callId: "c", name: "issue_refund", arguments: "{}" })];
    send(
      socket,
      event("functionToolsStarted", new pb.AgentSessionEvent_FunctionToolsStarted({ functionCalls })),
    );
    return socket.end();
  }
  // The conversation has everything twice: as it happens, and in the answer.
  for (const one of items) send(socket, added(one));
  // An agent that hangs up leaves the request without an answer.
  if (how === "ends" && refunded) return socket.end();
  if (how === "closes") return socket.destroy();
  // One that has said its last words closes the connection a little later, or before it is spoken to again.
  closing = how === "leaves" && refunded;
  if (how === "gone" && refunded) setTimeout(() => socket.end());
  const value = new pb.SessionResponse_RunInputResponse({ items });
  send(socket, {
    case: "response",
    value: new pb.SessionResponse({ requestId, response: { case: "runInput", value } }),
  });
}

if (how !== "absent") {
  const socket = connect(Number(port), host, () => {
    if (how === "other") return socket.write("HTTP/1.1 200 OK\r\n\r\n");
    if (how === "deaf") return;
    send(socket, state(pb.AgentState.AS_SPEAKING));
    if (how !== "quiet") send(socket, added(says("Hello, this is the order desk.")));
    send(socket, state(pb.AgentState.AS_LISTENING));
  });
  let rest = Buffer.alloc(0);
  socket.on("data", (piece) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE();
      const { message } = pb.AgentSessionMessage.fromBinary(rest.subarray(4, end));
      rest = rest.subarray(end);
      if (message.case === "request") take(socket, message.value);
    }
  });
  socket.on("error", () => undefined);
  // The process of a real one stays when its connection is closed.
  setInterval(() => undefined, 1000);
}
