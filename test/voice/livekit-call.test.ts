/** `parley call --via livekit`: the agent is started for one call of the service in use. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { processesWith } from "../support/leftovers.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const AGENT = join(import.meta.dirname, "../support/livekit-voice.mjs");
/** What an agent needs for its models. It must reach the agent, and nobody else. */
const SECRET = "sk-secret-of-the-agent";

const parley = useCli();
const service = useService();
const { acme } = service;

async function caller(more: object = {}): Promise<number> {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const asked = {
    intent: "Wants a refund for an order. The order number is 1182.",
    creativity: 0,
    silence_timeout: 15,
    expected_tool_calls: [{ name: "issue_refund" }],
    ...more,
  };
  const { id } = await makeDigitalHuman(acme, asked, [simulation_id]);
  return id;
}

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PARLEY_BASE_URL: service.url(),
  PARLEY_API_KEY: ACME_KEY,
  OPENAI_API_KEY: SECRET,
  ...more,
});

const agent = (how: string) => ["--via", "livekit", "--wait", "20", "--", "node", AGENT, how];

async function call(words: readonly string[], id?: number) {
  const ended = await parley(["call", String(id ?? (await caller())), ...words], { env: environment() });
  expect(ended.stdout + ended.stderr).not.toContain(SECRET);
  expect(ended.stdout + ended.stderr).not.toContain(ACME_KEY);
  return ended;
}

describe.concurrent("a call", { timeout: 300_000 }, () => {
  test("is a conversation of the service, with the agent's words and its calls of tools with results", async () => {
    const { code, stdout, json } = await call(["--json", ...agent("well")]);
    expect(json).toMatchObject({ outcome: "passed", call: { dialect: "chirp", words_from: "transport" } });
    expect(stdout).not.toMatch(/secret=[0-9a-f]{8}/);
    expect(json.transcript[0]).toMatchObject({ role: "AGENT", message: "Hello, this is the order desk." });
    const order = { order: "1182" };
    expect(json.tool_calls).toMatchObject([
      { name: "lookup_order", parameters: order, output: { found: true } },
      { name: "issue_refund", parameters: order, output: { ok: true } },
    ]);
    expect(code).toBe(0);
  });

  test.each([
    ["dies", /^error: the agent exited with code 3 after [\d.]+ s, in the middle of the call$/m],
    ["fails", /^error: the agent reports an error: the model answered 401, in the middle of the call$/m],
    ["garbles", /^error: the agent sent something else: .*, in the middle of the call$/m],
    ["mute", /^error: the agent stopped answering$/m],
  ])("with an agent that %s names that instead of a verdict, and keeps the recording", async (how, named) => {
    const folder = mkdtempSync(join(tmpdir(), "parley-call-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const recording = join(folder, "call.wav");
    const { code, stdout, stderr } = await call(["--recording", recording, ...agent(how)]);
    expect(readFileSync(recording).subarray(0, 4).toString()).toBe("RIFF");
    expect(stderr).toMatch(named);
    expect(stderr).toMatch(/hint: this is not a verdict .*`parley sim result \d+`/);
    expect(stdout).not.toContain("failed");
    expect(code).toBe(7);
  });

  test("that the agent ends is evaluated with what was said until then", async () => {
    const { code, json } = await call(["--json", ...agent("ends")]);
    expect(json).toMatchObject({ outcome: "failed", end_reason: "hung_up_by_agent" });
    expect(code).toBe(9);
  });
});

test.each([
  [
    "dies at once",
    ["sh", "-c", "echo no model >&2; exit 4"],
    /the agent exited with code 4 after .*, instead of/,
  ],
  ["never connects", ["sh", "-c", "sleep 60"], /the agent's console did not connect within 1.0 s/],
  ["does not exist", ["no-such-program-of-ours"], /the agent exited with code 127 after/],
])("an agent that %s is named, and no call is made", async (_, words, named) => {
  const id = await caller();
  const { code, stderr } = await call(["--via", "livekit", "--wait", "1", "--", ...words], id);
  expect(stderr).toMatch(named);
  expect(stderr).toContain("hint: no call was made");
  if (words[2]?.startsWith("echo")) expect(stderr).toContain("| no model");
  const { body } = await acme("GET", `/v1/digital-human/${id}`);
  const runs = await acme("GET", `/v1/get-simulation-runs/${body.simulation_ids[0]}`);
  expect(runs).toMatchObject({ status: 200, body: { simulation_runs: [] } });
  expect(code).toBe(7);
});

test("no process of the agent is left, whatever ends the command", { timeout: 300_000 }, async () => {
  const id = String(await caller());
  for (let time = 0; time < 6; time++) {
    const mark = `parley-mark-${randomUUID()}`;
    const child = parley.start(["call", id, ...agent("well")], { env: environment({ MARK: mark }) });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // The command itself has the mark, too.
    await expect.poll(() => processesWith(mark).length, { timeout: 30_000 }).toBeGreaterThan(1);
    await sleep(Math.random() * 2000);
    child.kill((["SIGINT", "SIGTERM", "SIGKILL"] as const)[time % 3]);
    await ended;
    await expect.poll(() => processesWith(mark), { timeout: 15_000, message: `${time}` }).toEqual([]);
  }
});

test("--dry-run shows the request and starts nothing", async () => {
  const { code, stdout, stderr } = await call([
    ...["--simulation", "7", "--dry-run", "--via", "livekit", "--", "sh", "-c", "echo started >&2"],
  ]);
  expect(stdout + stderr).toContain("/v1/queue-simulation-run");
  expect(stdout + stderr).not.toContain("started");
  expect(code).toBe(0);
});

test.each([
  [["--via", "livekit"], "--via livekit needs the command that starts the agent, after --"],
  [["--via", "livekit", "--to", "ws://127.0.0.1:9/", "--", "node"], "--to has no effect with --via livekit"],
  [["--", "node", "agent.js"], "a command after -- has an effect only with --via livekit"],
  [["--wait", "3"], "--wait has an effect only with --via livekit"],
  [["502"], 'unexpected argument "502"'],
])("%j is refused before anything is sent", async (words, said) => {
  const { code, stderr } = await call(words, 501);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});

test("an agent whose connection_type is LIVEKIT is not started by the service, which says what starts it", async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", connection_type: "LIVEKIT" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const id = (await makeDigitalHuman(acme, { intent: "Wants help." }, [simulation_id])).id;
  const { code, stderr } = await call([], id);
  expect(stderr).toContain("`parley call <digital-human-id> --via livekit -- <command>`");
  expect(stderr).not.toContain("--to");
  expect(code).toBe(3);
});

test("a service elsewhere needs an address of this machine", async () => {
  const env = { ...environment(), PARLEY_BASE_URL: "https://parley.invalid" };
  const words = ["call", "501", "--simulation", "7", ...agent("well")];
  const { code, stderr } = await parley(words, { env });
  expect(stderr).toContain("the service at parley.invalid cannot reach an agent through this machine");
  expect(stderr).toContain("--listen");
  expect(code).toBe(2);
});
