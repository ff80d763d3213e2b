/** Agents of ElevenLabs that callers speak with, in real time; and ElevenLabs' own clients, as the judges of the stand-in. */
import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { elevenlabsAgent } from "../../src/cli/testing/elevenlabs/agent.ts";
import { startGroup } from "../../src/cli/testing/processes/group.ts";
import { untilReady } from "../../src/cli/testing/processes/ready.ts";
import { useCli } from "../support/cli.ts";
import { installApart } from "../support/install-apart.ts";
import { AGENTS, agentWords, BOB, freePort, useFolder, wasCut } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();
const KEY = "sk-secret-of-a-test";
const TOOLS = ["lookup_order", "issue_refund"].map((name) => ({ name, parameters: { type: "object" } }));
const OUTPUTS = [
  { tool: "lookup_order", output: { found: true } },
  { tool: "issue_refund", output: { ok: true } },
];
const REFUNDED = "I've refunded order 1182. It is confirmed.";

async function elevenlabs(how: string, more: object = {}) {
  const port = await freePort();
  const url = `ws://127.0.0.1:${port}/v1/convai/conversation?agent_id=agent_desk`;
  return {
    command: `node ${join(AGENTS, "elevenlabs-agent.mjs")} ${how}`,
    env: { AGENT_PORT: String(port), MODEL_KEY: KEY },
    tools: TOOLS,
    voice: true,
    elevenlabs: { url, api_key_env: "MODEL_KEY", tool_outputs: OUTPUTS, ...more },
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
  test.each(["pcm_16000", "pcm_44100", "ulaw_8000"])(
    "in %s: words and calls with results",
    async (format) => {
      const expected = ["calls issue_refund once", 'says "confirmed"', "response_latency.p95 < 10s"];
      const { code, caller } = await run(await elevenlabs(`well ${format}`), { ...BOB, expect: expected });
      expect(caller).toMatchObject({ outcome: "passed" });
      expect(agentWords(caller).slice(0, 3)).toEqual([
        "Welcome to the order desk.",
        "May I have your order number?",
        REFUNDED,
      ]);
      const order = { order: "1182" };
      expect(caller.tool_calls).toMatchObject([
        { name: "lookup_order", parameters: order, output: { found: true } },
        { name: "issue_refund", parameters: order, output: { ok: true } },
      ]);
      expect(code).toBe(0);
    },
  );

  test("an agent that says that it checks is not answered before it has checked", async () => {
    const { code, caller } = await run(await elevenlabs("thinks"));
    expect(agentWords(caller)).toContain(`Let me check. ${REFUNDED}`);
    expect(code).toBe(0);
  });

  test.each(["long", "long-uncorrected"])(
    "%s: ends where it is interrupted, with the words until then",
    async (how) => {
      const { caller } = await run(await elevenlabs(how), { ...BOB, interruptions: { type: "high" } });
      expect(wasCut(caller)).toBe(true);
    },
  );

  test("of its own tool is made, and nobody knows its parameters; the agent hangs up with its tool", async () => {
    const expected = ["calls lookup_order once", 'calls lookup_order with {order: "1182"}'];
    const own = await run(await elevenlabs("own-tools"), { ...BOB, expect: expected });
    expect(own.caller.tool_calls[0]).toMatchObject({ name: "lookup_order", parameters: null });
    expect(own.caller.outcome).toBe("not_evaluated");
    const { code, caller } = await run(await elevenlabs("ends"));
    expect(agentWords(caller).at(-1)).toBe(REFUNDED);
    expect(caller.end_reason).toBe("hung_up_by_agent");
    expect(code).toBe(0);
  });

  test.each([
    ["dies", {}, /^the agent exited with code 3 after [\d.]+ s, in the middle of the call$/],
    [
      "fails",
      {},
      /^the agent closed the connection with code 1011: "no quota for ••••"; its server reports an error: no quota for ••••, in the middle of the call$/,
    ],
    ["drops", {}, /^the agent lost its connection, in the middle of the call$/],
    [
      "garbles",
      {},
      /^the agent sent something other than a JSON object: "HTTP.*", in the middle of the call$/,
    ],
    ["approves", {}, /^the agent waits for an approval of its tool crm_lookup/],
    ["locked", {}, /^the request for a signed URL was answered with status 401: "Invalid API key: ••••"$/],
    ["well opus_48000", {}, /^the agent's sound has a format that Parley does not know: "opus_48000"$/],
    [
      "well",
      { tool_outputs: [] },
      /^the agent made a call that nobody answers: lookup_order.*agent\.elevenlabs\.tool_outputs, in the middle of the call$/,
    ],
  ])("%s: named, and never a failed expectation", async (how, more, reason) => {
    const { code, caller } = await run(await elevenlabs(how, more), { ...BOB, silence_timeout: 15 });
    expect(caller.reason).toMatch(reason);
    expect(caller.outcome).toBe("agent_failed");
    expect(code).toBe(7);
  });
});

const groups: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(groups.map((group) => group.stop())));

async function started(): Promise<{ readonly url: string; readonly port: number }> {
  const { command, env, elevenlabs: at } = await elevenlabs("well");
  const group = startGroup({ command, cwd: AGENTS, env: { ...process.env, ...env } });
  groups.push(group);
  const signal = AbortSignal.timeout(60_000);
  await untilReady(group, { ready: "the agent listens", within_ms: 60_000, signal });
  return { url: at.url, port: Number(env.AGENT_PORT) };
}

test("pings are answered while nobody reads", { timeout: 60_000 }, async () => {
  const { url } = await started();
  const agent = elevenlabsAgent({ url, stand_ins: [], api_key: KEY, about: "", timeout_ms: 10_000 });
  await agent.ready?.(1);
  // Longer than the server waits for a pong.
  await new Promise((resolve) => setTimeout(resolve, 4500));
  const body = JSON.stringify({ message: "I want a refund." });
  const { signal } = new AbortController();
  const turn = { simulation_result_id: "1", body, headers: {}, is_last: false, given: [], signal };
  expect((await agent.answer(turn)).split("\n").map((line) => JSON.parse(line))).toEqual([
    { message: "Welcome to the order desk." },
    { message: "May I have your order number?" },
  ]);
  await agent.stop();
});

test("ElevenLabs' own clients understand the stand-in, by text and by voice", { timeout: 300_000 }, async ({
  skip,
}) => {
  // One is for browsers, and says that it needs a later Node.
  const packages = ["@elevenlabs/client@1", "@elevenlabs/elevenlabs-js@2", "ws@8"];
  const cwd = await installApart(packages);
  if (cwd === undefined) return skip("the registry cannot be reached");
  copyFileSync(join(import.meta.dirname, "../support/elevenlabs-client.mjs"), join(cwd, "client.mjs"));
  const { port } = await started();
  const talk = async (by: string) => {
    const words = ["client.mjs", `http://127.0.0.1:${port}`, KEY, "agent_desk", by];
    const { stdout } = await promisify(execFile)("node", words, { cwd });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  };
  const said = ["Welcome to the order desk.", "May I have your order number?", REFUNDED];
  const common = { said, called: ["lookup_order 1182", "issue_refund 1182"], errors: [], invalid: [] };
  const text = await talk("text");
  expect(text).toMatchObject({ ...common, id: expect.stringMatching(/^conv_/), ended: { reason: "user" } });
  expect(text.pings).toBeGreaterThan(10);
  const voice = await talk("voice");
  expect(voice).toMatchObject({
    ...common,
    heard: ["I want a refund.", "It is 1182."],
    corrected: { whole: said[0] },
    sound: { interruptions: 1 },
  });
  expect(voice.sound.bytes).toBeGreaterThan(100_000);
});
