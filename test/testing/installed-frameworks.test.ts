/**
 * Agents of frameworks that are too large to be installed with this package. Their tests bring them from the registry,
 * and are skipped where it cannot be reached.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { useCli } from "../support/cli.ts";
import { installApart, npmSucceeds } from "../support/install-apart.ts";
import { installs, useReader } from "../support/reader.ts";
import { AGENTS, BOB, freePort } from "../support/testing.ts";

const parley = useCli();
const reader = useReader();

const MODULE = { module: "agent.mjs" };
const LIVEKIT = { command: "node agent.mjs", livekit: "console" };
const FRAMEWORKS = [
  ["the Vercel AI SDK", "ai-sdk-desk.mjs", ["ai@6", "@ai-sdk/openai-compatible@2", "zod@4"], MODULE],
  [
    "LangChain",
    "langchain-desk.mjs",
    ["langchain@1", "@langchain/openai@1", "@langchain/core@1", "zod@4"],
    MODULE,
  ],
  // Written for speech. It runs without a server, and without speech services.
  [
    "LiveKit",
    "livekit-desk.mjs",
    ["@livekit/agents@1.9.0", "@livekit/agents-plugin-openai@1.9.0", "@livekit/rtc-node@0.13", "zod@4"],
    LIVEKIT,
  ],
] as const;

test.for(FRAMEWORKS)(
  "an agent of %s, on a stand-in for its model",
  async ([, file, packages, way], { skip, onTestFinished }) => {
    const cwd = await installApart(packages, []);
    if (cwd === undefined) return skip("the registry cannot be reached");
    const port = await freePort();
    const model = spawn(process.execPath, [join(AGENTS, "desk-model.mjs")], {
      env: { ...process.env, AGENT_PORT: String(port) },
    });
    onTestFinished(() => void model.kill());
    await new Promise((listens) => model.stdout.once("data", listens));
    copyFileSync(join(AGENTS, file), join(cwd, "agent.mjs"));
    const env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: "sk-test" };
    const callers = { list: [BOB, { ...BOB, name: "Red", expect: ["never calls issue_refund"] }] };
    const testFile = { kind: "Test", agent: { ...way, env }, callers };
    writeFileSync(join(cwd, "desk.parley.yaml"), JSON.stringify(testFile));
    const { json, code } = await parley(["test", "--json"], { cwd });
    expect(json.counts).toMatchObject({ passed: 1, failed: 1 });
    expect(json.files[0].callers[0].tool_calls).toMatchObject([
      { name: "lookup_order", parameters: { order: "1182" }, output: { found: true } },
      { name: "issue_refund", parameters: { order: "1182" }, output: { ok: true } },
    ]);
    expect(code).toBe(9);
  },
);

test("an agent of LiveKit on a stand-in for its inference gateway, by voice", async ({
  skip,
  onTestFinished,
}) => {
  const packages = ["@livekit/agents@1.9.0", "@livekit/rtc-node@0.13", "zod@4"];
  const cwd = await installApart(packages, []);
  if (cwd === undefined) return skip("the registry cannot be reached");
  const port = await freePort();
  const start = async (file: string, word: string, env: object = {}) => {
    const child = spawn(process.execPath, [file, word], { env: { ...process.env, ...env } });
    onTestFinished(() => void child.kill());
    return String(await new Promise((listens) => child.stdout.once("data", listens))).trim();
  };
  await start(join(AGENTS, "desk-model.mjs"), "well", { AGENT_PORT: String(port) });
  const gateway = join(import.meta.dirname, "../support/livekit-gateway.mjs");
  const LIVEKIT_INFERENCE_URL = await start(gateway, `http://127.0.0.1:${port}/v1`);
  // The same agent, with LiveKit's own services.
  const desk = readFileSync(join(AGENTS, "livekit-desk.mjs"), "utf8")
    .replace(/^import \* as openai.*\n/m, "")
    .replace("defineAgent, llm", "defineAgent, inference, llm")
    .replace(/openai\.STT\(.*\)/, 'inference.STT({ model: "deepgram/nova-3", sampleRate: 16000 })')
    .replace(/openai\.LLM\(.*\)/, 'inference.LLM({ model: "openai/gpt-4.1-mini" })')
    .replace(/openai\.TTS\(\)/, 'inference.TTS({ model: "cartesia/sonic-3", sampleRate: 16000 })');
  expect(desk).not.toContain("openai.");
  writeFileSync(join(cwd, "agent.mjs"), desk);
  const env = { LIVEKIT_INFERENCE_URL, LIVEKIT_API_KEY: "key", LIVEKIT_API_SECRET: "secret".repeat(6) };
  const testFile = { kind: "Test", agent: { ...LIVEKIT, voice: true, env }, callers: { list: [BOB] } };
  writeFileSync(join(cwd, "desk.parley.yaml"), JSON.stringify(testFile));
  const { json } = await parley(["test", "--json"], { cwd });
  const [caller] = json.files[0].callers;
  expect(caller, caller.reason).toMatchObject({ outcome: "passed" });
  // It looks the order up after its first words, and the caller does not speak meanwhile.
  expect(caller.transcript.map(({ message }: { message: string }) => message)).toContain(
    "One moment. I've refunded your order 1182. It is confirmed.",
  );
  expect(caller.tool_calls).toMatchObject([
    { name: "lookup_order", parameters: { order: "1182" }, output: { found: true } },
    { name: "issue_refund", parameters: { order: "1182" }, output: { ok: true } },
  ]);
}, 300_000);

test("Pipecat's own client hears the bot of the fixtures, and sends what Parley sends", async ({
  skip,
  onTestFinished,
}) => {
  const packages = ["@pipecat-ai/client-js@1.13", "@pipecat-ai/websocket-transport@1.7", "ws@8"];
  const cwd = await installApart(packages);
  if (cwd === undefined) return skip("the registry cannot be reached");
  // A bot keeps its context, so each client has one of its own.
  async function startBot() {
    const port = await freePort();
    const bot = spawn(process.execPath, [join(AGENTS, "pipecat-bot.mjs")], {
      env: { ...process.env, AGENT_PORT: String(port) },
    });
    onTestFinished(() => void bot.kill());
    await new Promise((listens) => bot.stdout.once("data", listens));
    const relay = await startRelay(`ws://127.0.0.1:${port}`);
    onTestFinished(relay.stop);
    return relay;
  }
  const relay = await startBot();

  copyFileSync(join(import.meta.dirname, "../support/pipecat-client.mjs"), join(cwd, "client.mjs"));
  const { stdout } = await promisify(execFile)("node", ["client.mjs", `${relay.url}/?skip_tts=true`], {
    cwd,
  });
  const theirs = relay.takeSent();
  const heard = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(heard).toMatchObject({
    ready: { version: "2.1.0", about: { library: "desk" } },
    transport: ["connecting", "connected", "ready"],
    turns: ["May I have your order number?", "One moment.", "I've refunded order 1182. It is confirmed."],
    calls: [
      { in_progress: { function_name: "lookup_order", arguments: { order: "1182" } } },
      { stopped: { function_name: "lookup_order", cancelled: false, result: { found: true } } },
      { in_progress: { function_name: "issue_refund", arguments: { order: "1182" } } },
      { stopped: { function_name: "issue_refund", cancelled: false, result: { ok: true } } },
    ],
    errors: [],
  });

  const other = await startBot();
  const testFile = { kind: "Test", agent: { pipecat: other.url }, callers: { list: [BOB] } };
  writeFileSync(join(cwd, "desk.parley.yaml"), JSON.stringify(testFile));
  const { json } = await parley(["test", "--json"], { cwd });
  expect(json.counts).toMatchObject({ passed: 1 });
  const ours = other.takeSent();
  const ready = (sent: typeof ours) => sent.find(({ type }) => type === "client-ready");
  const { version, about } = ready(ours)?.data ?? {};
  // The same major version, and what the client says of itself.
  expect(String(version).split(".")[0]).toBe(String(ready(theirs)?.data["version"]).split(".")[0]);
  expect(Object.keys(ready(theirs)?.data["about"] ?? {})).toEqual(
    expect.arrayContaining(Object.keys(about ?? {})),
  );
  const texts = (sent: typeof ours) =>
    sent
      .filter(({ type }) => type === "send-text")
      .map(({ label, id, data: { content, ...data } }) => [label, typeof id, typeof content, data]);
  expect(texts(theirs)).toHaveLength(2);
  for (const text of texts(ours)) expect(text).toEqual(texts(theirs)[0]);
  // Only the settings of the evaluation transport, which the client does not know, are more.
  const types = (sent: typeof ours) => new Set(sent.map(({ type }) => type));
  expect([...types(ours)].filter((type) => !types(theirs).has(type))).toEqual(["client-message"]);
});

interface Sent {
  readonly label: string;
  readonly type: string;
  readonly id: string;
  readonly data: Readonly<Record<string, object | string>>;
}

/** Passes messages on to a bot and back, and keeps what its clients send. */
async function startRelay(bot: string) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  let sent: Sent[] = [];
  server.on("connection", (client, { url }) => {
    const upstream = new WebSocket(`${bot}${url}`);
    const opened = once(upstream, "open");
    client.on("message", async (data) => {
      sent.push(JSON.parse(String(data)));
      await opened;
      upstream.send(String(data));
    });
    upstream.on("message", (data) => client.send(String(data)));
    upstream.on("close", () => client.close());
    client.on("close", () => upstream.close());
  });
  await once(server, "listening");
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeSent() {
      const taken = sent;
      sent = [];
      return taken;
    },
    stop: () => {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

test("docs/frameworks.md installs each of them, and shows what it says", async (context) => {
  if (!(await npmSucceeds("view", "zod", "version"))) return context.skip("the registry cannot be reached");
  // What comes before the first section starts the model.
  const wants = (section: string) => installs(section) || !section.startsWith("## ");
  await reader(context).reads("docs/frameworks.md", wants);
}, 600_000);
