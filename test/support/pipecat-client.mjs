// Pipecat's own JavaScript client, by text: `node pipecat-client.mjs URL`, in a folder that has `@pipecat-ai/client-js` and
// its WebSocket transport. It says two sentences to a bot, and prints what it has heard as a line of JSON.

const heard = { ready: null, transport: [], turns: [], calls: [], errors: [] };

// It was made for a browser, and looks at what it runs in.
globalThis.window = { navigator: { userAgent: "node" }, addEventListener: () => undefined };
globalThis.WebSocket ??= (await import("ws")).WebSocket;
const { PipecatClient } = await import("@pipecat-ai/client-js");
const { WebSocketTransport } = await import("@pipecat-ai/websocket-transport");

/** The evaluation transport has JSON where a bot in production has protobuf. */
const serializer = {
  serialize: (message) => JSON.stringify(message),
  serializeMessage: (message) => JSON.stringify(message),
  serializeAudio: () => undefined,
  deserialize: async (data) => ({ type: "message", message: JSON.parse(data) }),
};
/** Neither microphone nor speaker. */
const mediaManager = new Proxy({}, { get: (_, name) => (name === "then" ? undefined : () => undefined) });

let spoke = () => undefined;
let text = "";
const client = new PipecatClient({
  transport: new WebSocketTransport({ serializer, mediaManager }),
  enableMic: false,
  callbacks: {
    onTransportStateChanged: (state) => heard.transport.push(state),
    onBotReady: (data) => {
      heard.ready = data;
    },
    onBotLlmText: (data) => {
      text += data.text;
    },
    onBotLlmStopped: () => {
      heard.turns.push(text);
      text = "";
      spoke();
    },
    onLLMFunctionCallInProgress: (data) => heard.calls.push({ in_progress: data }),
    onLLMFunctionCallStopped: (data) => heard.calls.push({ stopped: data }),
    onError: (message) => heard.errors.push(message),
  },
});

async function say(words, turns) {
  const said = new Promise((resolve) => {
    let left = turns;
    spoke = () => --left === 0 && resolve();
  });
  await client.sendText(words, { run_immediately: true, audio_response: false });
  await said;
}

await client.connect({ wsUrl: process.argv[2] });
await say("Hello. I'd like a refund for an order.", 1);
await say("It's 1182.", 2);
console.log(JSON.stringify(heard));
process.exit(0);
