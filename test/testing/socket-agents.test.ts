/** Agents that are written to over a WebSocket: bots of Pipecat, and sessions of a realtime model. */
import { join } from "node:path";
import { RealtimeAgent, RealtimeSession, tool } from "@openai/agents/realtime";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startGroup } from "../../src/cli/testing/processes/group.ts";
import { untilReady } from "../../src/cli/testing/processes/ready.ts";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, freePort, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const KEY = "sk-secret-of-a-test";

const TOOLS = ["lookup_order", "issue_refund"].map((name) => ({ name, parameters: { type: "object" } }));
const OUTPUTS = [
  { tool: "lookup_order", when: { order: "1182" }, output: { found: true } },
  { tool: "issue_refund", output: { ok: true } },
];

async function pipecat(how: string) {
  const port = await freePort();
  return {
    command: `node ${join(AGENTS, "pipecat-bot.mjs")} ${how}`,
    env: { AGENT_PORT: String(port) },
    pipecat: `ws://127.0.0.1:${port}/`,
  };
}

async function realtime(how: string, more: object = {}) {
  const port = await freePort();
  return {
    command: `node ${join(AGENTS, "realtime-model.mjs")} ${how}`,
    env: { AGENT_PORT: String(port), MODEL_KEY: KEY },
    tools: TOOLS,
    realtime: {
      url: `ws://127.0.0.1:${port}/v1/realtime?model=desk-1`,
      api_key_env: "MODEL_KEY",
      tool_outputs: OUTPUTS,
      ...more,
    },
  };
}

async function run(agent: object, callers: readonly object[] = [BOB], ...words: string[]) {
  const { code, json, stdout, stderr } = await parley(["test", "--json", ...words], {
    cwd: files.write(agent, callers),
  });
  expect(stdout + stderr).not.toContain(KEY);
  return { code, callers: json.files[0].callers };
}

const ORDER = "fail when tool issue_refund called before tool lookup_order called";
const WAYS = [
  ["pipecat", pipecat],
  ["realtime", realtime],
] as const;

describe.each(WAYS)("%s", (_, agent) => {
  test("words, and tool calls with results; several callers", async () => {
    const callers = [
      { ...BOB, expect: ["calls issue_refund once", 'says "confirmed"'] },
      { ...BOB, name: "Ana", expect: [ORDER] },
    ];
    const ran = await run(await agent("well"), callers);
    expect(ran.callers.map(({ name, outcome }: never) => [name, outcome])).toEqual([
      ["Bob", "passed"],
      ["Ana", "passed"],
    ]);
    expect(ran.callers[0].tool_calls).toMatchObject([
      { name: "lookup_order", parameters: { order: "1182" }, output: { found: true } },
      { name: "issue_refund", parameters: { order: "1182" }, output: { ok: true } },
    ]);
    expect(ran.code).toBe(0);
  });

  test("a failed expectation is one", async () => {
    const ran = await run(await agent("careless"), [{ ...BOB, expect: ["calls lookup_order"] }]);
    expect(ran).toMatchObject({ code: 9, callers: [{ outcome: "failed" }] });
  });

  test.each([
    ["late", "the agent did not answer within 1.0 s"],
    ["dies", "the agent exited with code 3"],
    ["hangs-up", "the agent closed the connection without an answer"],
    ["fails", /the bot reports an error: the model is not reachable|reports an error: no quota for ••••/],
  ])("%s: named, and never a failed expectation", async (how, reason) => {
    const ran = await run(await agent(how), [BOB], "--timeout", how === "late" ? "1" : "60");
    expect(ran.callers[0].reason).toMatch(reason);
    expect(ran).toMatchObject({ code: 7, callers: [{ outcome: "agent_failed" }] });
  });

  test("nobody listens", async () => {
    const { command: _, ...running } = await agent("well");
    const ran = await run(running);
    expect(ran.callers[0].reason).toMatch(/^nothing listens at ws:/);
    expect(ran.code).toBe(7);
  });
});

test("a bot greets, and hangs up with its last words", async () => {
  const greeted = await run(await pipecat("greets"));
  expect(greeted.callers[0].transcript[1].message).toBe("Welcome to the order desk.");
  expect(greeted.code).toBe(0);
  const ended = await run(await pipecat("ends"));
  expect(ended).toMatchObject({ code: 0, callers: [{ end_reason: "agent_ended" }] });
});

test("each caller has a bot of its own, whose start is nobody's time to answer", async () => {
  const { command, ...bot } = await pipecat("well");
  const expected = { ...BOB, expect: ["agent.response_latency.max < 3s"] };
  const callers = [expected, { ...expected, name: "Ana" }];
  const ran = await run({ ...bot, command: `sleep 4; exec ${command}` }, callers);
  expect(ran).toMatchObject({ code: 0, callers: [{ outcome: "passed" }, { outcome: "passed" }] });
});

test("a bot that is never ready, and a conversation so far that it cannot get", async () => {
  const ran = await run(await pipecat("mute"), [BOB], "--timeout", "1");
  expect(ran.callers[0].reason).toContain("did not say that it is ready (bot-ready)");
  const given = [{ name: "Ana", given: [{ user: "Hi" }], expect: ["calls x"] }];
  const { code, stderr } = await parley(["test"], { cwd: files.write(await pipecat("well"), given) });
  expect(code).toBe(2);
  expect(stderr).toContain("a bot of Pipecat keeps the conversation itself");
});

test("a realtime model: a conversation so far, a call that nobody answers, noise, a key that is refused or missing", async () => {
  const given = [{ user: "I want my money back." }, { agent: "Your number?" }, { user: "It is 1182." }];
  const so_far = await run(await realtime("well"), [{ name: "Ana", given, expect: ["calls issue_refund"] }]);
  expect(so_far.code).toBe(0);
  const unanswered = await run(await realtime("careless", { tool_outputs: [] }));
  expect(unanswered.callers[0].reason).toContain("to agent.realtime.tool_outputs");
  const noise = await run(await realtime("noise"));
  expect(noise.callers[0].reason).toContain('something other than a JSON object: "hello?"');
  const locked = await run(await realtime("locked"));
  expect(locked.callers[0].reason).toBe(
    'the agent answered with status 401: "Incorrect API key provided: ••••"',
  );
  const missing = await parley(["test", "--json"], {
    cwd: files.write(await realtime("well", { api_key_env: "NO_SUCH_KEY" })),
  });
  expect(missing.json.files[0].trouble).toContain("agent.realtime.api_key_env names it");
});

const groups: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(groups.map((group) => group.stop())));

test("the OpenAI Agents SDK's realtime client understands the stand-in", async () => {
  const { command, env } = await realtime("well");
  const group = startGroup({ command, cwd: AGENTS, env: { ...process.env, ...env } });
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
    config: { outputModalities: ["text"] },
  });
  const confirmed = new Promise<string>((resolve, reject) => {
    session.on("error", ({ error }) => reject(error));
    session.on("agent_end", (_, __, output) => {
      if (output.includes("confirmed")) resolve(output);
    });
  });
  await session.connect({ apiKey: KEY, url: `ws://127.0.0.1:${env.AGENT_PORT}/v1/realtime` });
  session.sendMessage("Refund 1182, please.");
  expect(await confirmed).toContain("refunded order 1182");
  expect(called).toEqual(["lookup_order 1182", "issue_refund 1182"]);
  session.close();
});
