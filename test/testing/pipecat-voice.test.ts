/** Bots of Pipecat that callers speak with, in real time. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { agentWords, BOB, freePort, useFolder, wasCut } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();
const service = useService();
const BOT = join(import.meta.dirname, "../support/pipecat-voice.mjs");
const WORDS = [
  "Hello, this is the order desk.",
  "May I have your order number?",
  "I've refunded your order. It is confirmed.",
  "You're welcome. Goodbye.",
];

async function pipecat(how: string, more: object = {}) {
  const port = await freePort();
  return {
    command: `node ${BOT} ${how}`,
    env: { AGENT_PORT: String(port) },
    pipecat: `ws://127.0.0.1:${port}/`,
    voice: true,
    ...more,
  };
}

async function run(agent: object, callers: readonly object[] = [BOB]) {
  const { code, json } = await parley(["test", "--json"], { cwd: files.write(agent, callers) });
  return { code, callers: json.files[0].callers };
}

describe.concurrent("a call", { timeout: 300_000 }, () => {
  test("has what the bot says, when it was heard, and its calls; each has a bot of its own", async () => {
    const expected = ["calls issue_refund once", 'says "confirmed"', "response_latency.p95 < 10s"];
    const { code, callers } = await run(await pipecat("well"), [
      { ...BOB, expect: expected },
      { ...BOB, name: "Ana", expect: expected },
    ]);
    for (const caller of callers) {
      expect(caller).toMatchObject({ outcome: "passed" });
      expect(agentWords(caller)).toEqual(WORDS);
      const [lookup, refund] = caller.tool_calls;
      const order = { order: "1182" };
      expect(lookup).toMatchObject({ name: "lookup_order", parameters: order, output: { found: true } });
      expect(refund).toMatchObject({ name: "issue_refund", output: { ok: true } });
      const [greeting, answer] = caller.transcript;
      expect(answer.start_offset_ms - greeting.start_offset_ms).toBeGreaterThan(1500);
    }
    expect(code).toBe(0);
  });

  test("a bot that says that it checks is not answered before it has checked", async () => {
    const { code, callers } = await run(await pipecat("thinks"));
    expect(agentWords(callers[0])).toContain(`Let me check. ${WORDS[2]}`);
    expect(code).toBe(0);
  });

  test("stops where the bot is interrupted, and has only the words that were heard", async () => {
    const { callers } = await run(await pipecat("long"), [{ ...BOB, interruptions: { type: "high" } }]);
    expect(wasCut(callers[0])).toBe(true);
  });

  test("that the bot ends is over, with what was said until then", async () => {
    const { callers } = await run(await pipecat("ends"));
    expect(callers[0]).toMatchObject({ outcome: "failed", end_reason: "hung_up_by_agent" });
    expect(agentWords(callers[0])).toEqual([WORDS[0]]);
  });

  test.each([
    ["dies", {}, /^the agent exited with code 3 after [\d.]+ s, in the middle of the call$/],
    ["fails", {}, /^the agent reports an error: the model answered 401, in the middle of the call$/],
    [
      "garbles",
      {},
      /^the agent sent something other than a JSON object: "HTTP.*", in the middle of the call$/,
    ],
    ["mute", {}, /^the agent stopped answering$/],
    ["absent", { ready_within: "15s" }, /^the bot did not say that it is ready \(bot-ready\)/],
    ["broken", { command: "exit 4 #" }, /^the agent exited with code 4 after [\d.]+ s before it was ready$/],
  ])("%s: named, and never a failed expectation", async (how, more, reason) => {
    const { code, callers } = await run(await pipecat(how, more), [{ ...BOB, silence_timeout: 15 }]);
    expect(callers[0].reason).toMatch(reason);
    expect(callers[0].outcome).toBe("agent_failed");
    expect(code).toBe(7);
  });
});

describe("parley call --via pipecat", () => {
  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    PARLEY_BASE_URL: service.url(),
    PARLEY_API_KEY: ACME_KEY,
    ...more,
  });

  async function caller(): Promise<string> {
    const { agent_id } = await makeAgent(service.acme, { mode: "VOICE" });
    const { id: simulation_id } = await makeSimulation(service.acme, { agent_id });
    const asked = {
      intent: "Wants a refund for an order. The order number is 1182.",
      creativity: 0,
      silence_timeout: 15,
      expected_tool_calls: [{ name: "issue_refund" }],
    };
    return String((await makeDigitalHuman(service.acme, asked, [simulation_id])).id);
  }

  async function call(how: string, ...more: string[]) {
    const port = String(await freePort());
    const words = ["--via", "pipecat", "--to", `ws://127.0.0.1:${port}/`, ...more, "--", "node", BOT, how];
    return parley(["call", await caller(), ...words], { env: environment({ AGENT_PORT: port }) });
  }

  test("starts the bot for a conversation of the service", { timeout: 120_000 }, async () => {
    const { code, json } = await call("well", "--json");
    expect(json).toMatchObject({ outcome: "passed", call: { dialect: "chirp", words_from: "transport" } });
    expect(agentWords(json)).toEqual(WORDS);
    expect(json.tool_calls).toMatchObject([{ name: "lookup_order" }, { name: "issue_refund" }]);
    expect(code).toBe(0);
  });

  test("names what keeps the bot from the call", { timeout: 120_000 }, async () => {
    const died = await call("dies");
    expect(died.stderr).toMatch(/^error: the agent exited with code 3 .*, in the middle of the call$/m);
    const absent = await call("absent", "--wait", "15");
    expect(absent.stderr).toContain("did not say that it is ready");
    expect(absent.stderr).toContain("hint: no call was made; the bot must run with its evaluation transport");
    expect([died.code, absent.code]).toEqual([7, 7]);
  });

  test.each([
    [["--via", "pipecat"], "--via pipecat needs the address where the bot listens, as --to"],
    [["--via", "pipecat", "--to", "http://127.0.0.1:9/"], "must be a ws:// or wss:// URL"],
  ])("%j is refused before anything is sent", async (words, said) => {
    const { code, stderr } = await parley(["call", "501", ...words], { env: environment() });
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });
});
