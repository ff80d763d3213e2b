/** `parley voice listen`: the agent dials in, with the real program and a real agent. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { BINARY } from "../support/cli.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const AGENT = resolve(import.meta.dirname, "../../fixtures/agents/voice-agent.mjs");

const service = useService();
const { acme } = service;
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
});

async function caller(): Promise<number> {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const intent = "Wants a check-up with Dr Patel on Tuesday morning. The full name is Ana Diaz.";
  const { id } = await makeDigitalHuman(acme, { intent, creativity: 0 }, [simulation_id]);
  return id;
}

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env["PATH"] ?? "",
  PARLEY_BASE_URL: service.url(),
  PARLEY_API_KEY: ACME_KEY,
  ...more,
});

/** Starts to listen. Resolves to the printed URL with its token. */
async function listen(words: readonly string[], more?: Readonly<Record<string, string>>) {
  const program = spawn(
    process.execPath,
    [BINARY, "voice", "listen", String(await caller()), "--listen", "127.0.0.1:0", ...words],
    { stdio: ["ignore", "pipe", "pipe"], env: environment(more) },
  );
  children.push(program);
  let out = "";
  program.stdout.on("data", (data) => {
    out += data;
  });
  let notes = "";
  const url = await new Promise<string>((found) => {
    createInterface(program.stderr).on("line", (line) => {
      notes += `${line}\n`;
      const [shown] = /ws:[^;\s]+/.exec(line) ?? [];
      if (shown) found(shown);
    });
  });
  const ended = once(program, "close").then(([code]) => ({ code, out, notes }));
  return { url, ended };
}

const statusOf = (url: string, headers = {}) =>
  new Promise<number | undefined>((found) => {
    const socket = new WebSocket(url, { headers });
    socket.on("error", () => undefined);
    socket.on("unexpected-response", (request, response) => {
      request.destroy();
      found(response.statusCode);
    });
    socket.on("open", () => found(101));
  });

test("a call that takes longer than --max-wait is hung up", async () => {
  const { url, ended } = await listen(["--max-wait", "1"]);
  const agent = spawn(process.execPath, [AGENT, "--dial", url], { stdio: "ignore", env: environment() });
  children.push(agent);
  const { code, notes } = await ended;
  expect({ code, notes }).toEqual({
    code: 9,
    notes: expect.stringContaining("the call was not evaluated within 1 s"),
  });
});

test("an agent that dials in is spoken with, and the call passes", async () => {
  const { url, ended } = await listen([]);
  expect(url).toMatch(/\?token=[0-9a-f]{32}$/);
  expect(await statusOf(url.replace(/token=.*/, "token=wrong"))).toBe(401);
  expect(await statusOf(url.replace(/\?.*/, ""))).toBe(401);
  const agent = spawn(process.execPath, [AGENT, "--dial", url], { stdio: "ignore", env: environment() });
  children.push(agent);
  const { code, out, notes } = await ended;
  expect({ code, notes }).toMatchObject({ code: 0 });
  expect(out).toContain("COMPLETED (hung_up_by_agent)");
  expect(out).toContain("AGENT Clinic front desk. Which day would you like?");
});

test("a token of one's own is checked and not shown; a second agent is refused", async () => {
  const PARLEY_VOICE_TOKEN = "a-token-of-ones-own";
  const { url, ended } = await listen([], { PARLEY_VOICE_TOKEN });
  expect(url).not.toContain("token=");
  const headers = { authorization: `Bearer ${PARLEY_VOICE_TOKEN}` };
  const agent = new WebSocket(url, { headers });
  await once(agent, "open");
  expect(await statusOf(url, headers)).toBe(409);
  // It hangs up without a word, so the call says nothing about it.
  agent.close(1000);
  const { code, out, notes } = await ended;
  expect(code).toBe(9);
  expect(out).toContain("INCOMPLETED");
  expect(notes).not.toContain(PARLEY_VOICE_TOKEN);
});

test("a message that is too large ends the call, which is reported without the address that is a secret", async () => {
  const { url, ended } = await listen(["--json"]);
  const agent = new WebSocket(url);
  agent.on("error", () => undefined);
  await once(agent, "message");
  const token = new URL(url).searchParams.get("token") ?? "";
  agent.send(Buffer.alloc(1024 * 1024 + 1));
  const { code, out, notes } = await ended;
  expect(code).toBe(9);
  expect(out).toMatch(/a message had more than 1048576 bytes/);
  // The secret with which the service connects looks like the token.
  expect(out).toMatch(/"url": "ws:\/\/127\.0\.0\.1:\d+\/\?secret=••••"/);
  const secrets = `${out}${notes}`.match(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g) ?? [];
  expect(new Set(secrets)).toEqual(new Set([token]));
});

test.each(["                    ", "a token of one's own", "0123456789abcdef\u00e9"])(
  "a token that no agent can send, %j, is refused before anything listens",
  async (PARLEY_VOICE_TOKEN) => {
    const program = spawn(process.execPath, [BINARY, "voice", "listen", String(await caller())], {
      stdio: ["ignore", "ignore", "pipe"],
      env: environment({ PARLEY_VOICE_TOKEN }),
    });
    children.push(program);
    let told = "";
    program.stderr.on("data", (data) => {
      told += data;
    });
    const [code] = await once(program, "close");
    expect({ code, told }).toEqual({ code: 2, told: expect.stringContaining("PARLEY_VOICE_TOKEN") });
    expect(told).toMatch(/without blanks/);
  },
);

test("an agent that does not come is waited for as long as --wait says", async () => {
  const { ended } = await listen(["--wait", "1"]);
  const { code, notes } = await ended;
  expect(code).toBe(7);
  expect(notes).toContain("the agent did not connect within 1 seconds");
});
