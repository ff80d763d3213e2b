/** Sessions of a realtime model that callers speak with, in real time. */
import { join } from "node:path";
import { RealtimeAgent, RealtimeSession, tool } from "@openai/agents/realtime";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startGroup } from "../../src/cli/testing/processes/group.ts";
import { untilReady } from "../../src/cli/testing/processes/ready.ts";
import { useCli } from "../support/cli.ts";
import { agentWords, BOB, freePort, useFolder, wasCut } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();
const KEY = "sk-secret-of-a-test";
const MODEL = join(import.meta.dirname, "../support/realtime-voice.mjs");
const TOOLS = ["lookup_order", "issue_refund"].map((name) => ({ name, parameters: { type: "object" } }));
const OUTPUTS = [
  { tool: "lookup_order", output: { found: true } },
  { tool: "issue_refund", output: { ok: true } },
];
const REFUNDED = "I've refunded your order. It is confirmed.";

async function realtime(how: string, more: object = {}) {
  const port = await freePort();
  const url = `ws://127.0.0.1:${port}/v1/realtime?model=desk-1`;
  return {
    command: `node ${MODEL} ${how}`,
    env: { AGENT_PORT: String(port), MODEL_KEY: KEY },
    tools: TOOLS,
    voice: true,
    realtime: { url, api_key_env: "MODEL_KEY", tool_outputs: OUTPUTS, ...more },
  };
}

async function run(agent: object, caller: object = BOB) {
  const { code, json, stdout, stderr } = await parley(["test", "--json"], {
    cwd: files.write(agent, [caller]),
  });
  expect(stdout + stderr).not.toContain(KEY);
  return { code, caller: json.files[0].callers[0] };
}

describe.concurrent("a call", { timeout: 300_000 }, () => {
  test("has what the model says, when it was heard, and its calls with results", async () => {
    const expected = ["calls issue_refund once", 'says "confirmed"', "response_latency.p95 < 10s"];
    const { code, caller } = await run(await realtime("well"), { ...BOB, expect: expected });
    expect(caller).toMatchObject({ outcome: "passed" });
    expect(agentWords(caller).slice(0, 2)).toEqual(["May I have your order number?", REFUNDED]);
    const order = { order: "1182" };
    expect(caller.tool_calls).toMatchObject([
      { name: "lookup_order", parameters: order, output: { found: true } },
      { name: "issue_refund", parameters: order, output: { ok: true } },
    ]);
    expect(code).toBe(0);
  });

  test("a model that says that it checks is not answered before it has checked", async () => {
    const { code, caller } = await run(await realtime("thinks"));
    expect(agentWords(caller)).toContain(`Let me check. ${REFUNDED}`);
    expect(code).toBe(0);
  });

  test("stops where the model is interrupted, and has only the words that were heard", async () => {
    const { caller } = await run(await realtime("long"), { ...BOB, interruptions: { type: "high" } });
    expect(wasCut(caller)).toBe(true);
    expect(agentWords(caller).join(" ")).not.toContain("And so on");
  });

  test("that the server ends is over, with what was said until then", async () => {
    const { caller } = await run(await realtime("ends"));
    expect(caller).toMatchObject({ outcome: "agent_failed" });
    expect(caller.reason).toContain("the agent hung up");
  });

  test.each([
    ["dies", {}, /^the agent exited with code 3 after [\d.]+ s, in the middle of the call$/],
    ["fails", {}, /^the agent reports an error: no quota for ••••, in the middle of the call$/],
    [
      "garbles",
      {},
      /^the agent sent something other than a JSON object: "HTTP.*", in the middle of the call$/,
    ],
    ["mute", {}, /^the agent never spoke$/],
    ["locked", {}, /^the model's server reports an error: Incorrect API key provided: ••••$/],
    [
      "well",
      { tool_outputs: [] },
      /^the agent made a call that nobody answers: lookup_order.*agent\.realtime\.tool_outputs, in the middle of the call$/,
    ],
  ])("%s: named, and never a failed expectation", async (how, more, reason) => {
    const { code, caller } = await run(await realtime(how, more), { ...BOB, silence_timeout: 15 });
    expect(caller.reason).toMatch(reason);
    expect(caller.outcome).toBe("agent_failed");
    expect(code).toBe(7);
  });
});

const groups: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(groups.map((group) => group.stop())));

test("the OpenAI Agents SDK's realtime client hears the stand-in", { timeout: 120_000 }, async () => {
  const { command, env, realtime: at } = await realtime("well");
  const group = startGroup({ command, cwd: import.meta.dirname, env: { ...process.env, ...env } });
  groups.push(group);
  const signal = AbortSignal.timeout(60_000);
  await untilReady(group, { ready: "the model listens", within_ms: 60_000, signal });
  const called: string[] = [];
  const tools = TOOLS.map(({ name }) =>
    tool({
      name,
      description: name,
      parameters: z.object({ order: z.string() }),
      execute: async ({ order }) => {
        called.push(`${name} ${order}`);
        return "ok";
      },
    }),
  );
  const session = new RealtimeSession(new RealtimeAgent({ name: "Desk", instructions: "x", tools }), {
    transport: "websocket",
    model: "desk-1",
    config: {
      outputModalities: ["audio"],
      audio: {
        input: { format: { type: "audio/pcm", rate: 24_000 } },
        output: { format: { type: "audio/pcm", rate: 24_000 } },
      },
    },
  });
  let bytes = 0;
  session.on("audio", ({ data }) => {
    bytes += data.byteLength;
  });
  const heard: string[] = [];
  const confirmed = new Promise<void>((resolve, reject) => {
    session.on("error", ({ error }) => reject(error));
    session.on("agent_end", (_, __, output) => {
      heard.push(output);
      if (output === REFUNDED) resolve();
    });
  });
  await session.connect({ apiKey: KEY, url: at.url });
  const tone = Int16Array.from({ length: 24_000 }, (_, place) => 8000 * Math.sin(place / 10));
  for (let turn = 0; turn < 2; turn++) {
    session.sendAudio(tone.buffer);
    session.sendAudio(new ArrayBuffer(48_000));
    await expect.poll(() => heard.length).toBeGreaterThan(turn);
  }
  await confirmed;
  expect(called).toEqual(["lookup_order 1182", "issue_refund 1182"]);
  expect(bytes).toBeGreaterThan(48_000);
  session.close();
});
