/** `parley test` with agents that callers speak with, in real time. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { processesWith } from "../support/leftovers.ts";
import { AGENTS, freePort, useFolder } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Says one line, so that a call is short. */
const SHORT = {
  name: "Ana",
  turns: [{ say: "Tuesday, please.", expect: ['says "ten thirty"', "calls find_slot"] }],
};

/** An agent of the fixtures on a free port. */
async function listening(way: "websocket" | "twilio", file: string, flags = "") {
  const taken = await freePort();
  const url = way === "websocket" ? `ws://127.0.0.1:${taken}/` : `http://127.0.0.1:${taken}/voice`;
  return { command: `exec node ${join(AGENTS, file)} --port ${taken} ${flags}`, [way]: url };
}

test("the example: two callers speak at once, and the console plays what was recorded", async () => {
  const example = readFileSync(resolve(AGENTS, "../front-desk.parley.yaml"), "utf8");
  const [, expectations = ""] = /expect:\n([\s\S]+)$/.exec(example) ?? [];
  const expected = [...expectations.matchAll(/^ +- (.+)$/gm)].map(([, one]) => one);
  expect(expected).toHaveLength(3);
  const goal = { tool: "book_appointment", facts: { day: "tuesday", full_name: "Ana Diaz" } };
  const callers = ["Ana", "Bob"].map((name) => ({ name, goal, expect: expected }));
  const cwd = files.write(await listening("websocket", "voice-agent.mjs"), callers);
  const { code, stdout, stderr } = await parley(["test"], { cwd });
  expect(stderr).toMatch(/^desk\.parley\.yaml: 0 of 2 calls are over\n[\s\S]*: 2 of 2 calls are over\n/);
  expect(stdout).toMatch(/\(ready in [\d.]+ s\)\n 2 passed /);
  expect(code).toBe(0);
  const [, seconds] = /2 passed {2}\(([\d.]+) s\)/.exec(stdout) ?? [];
  // One after the other would take twice as long.
  expect(Number(seconds)).toBeLessThan(40);
  const kept = join(cwd, ".parley/test/stores/1/recordings");
  expect(readdirSync(kept)).toHaveLength(2);
  expect(
    readFileSync(join(kept, readdirSync(kept)[0] ?? ""))
      .subarray(0, 4)
      .toString(),
  ).toBe("RIFF");
  const child = parley.start(["test", "--ui"], { cwd });
  closing.push(() => child.kill("SIGKILL"));
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  await expect.poll(() => written).toContain("stop with Ctrl-C");
  const [, base, key] = /PARLEY_BASE_URL=(\S+) PARLEY_API_KEY=([\w-]+)/.exec(written) ?? [];
  const env = { PARLEY_BASE_URL: base, PARLEY_API_KEY: key };
  const replayed = await parley(["sim", "replay", "1"], { env });
  expect(replayed.stdout).toContain("recording");
  expect(replayed.code).toBe(0);
  const shown = await parley(["sim", "result", "1", "--json"], { env });
  expect(shown.json.simulation_result.call.recording.media_type).toBe("audio/wav");
});

test("an agent that dials in: a process for each call, turns judged alone, and a failure in full", async () => {
  const MARK = `parley-mark-${randomUUID()}`;
  const agent = {
    command: `exec node ${join(AGENTS, "voice-agent.mjs")} --dial "$PARLEY_DIAL_URL"`,
    dial: true,
    env: { MARK },
  };
  const callers = [SHORT, { name: "Bob", turns: [{ say: "Tuesday.", expect: ['says "blue"'] }] }];
  const cwd = files.write(agent, callers);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toMatch(/^ ✗ Bob/m);
  expect(stdout).toContain('turn 1 ("Tuesday."): pass when agent says "blue" → condition never met');
  expect(stdout).toMatch(/\d:\d\d\.\d {2}tool {3}find_slot/);
  expect(stdout).toContain(" 1 passed, 1 failed");
  expect(code).toBe(9);
  expect(processesWith(MARK)).toEqual([]);
});

test("an agent that creates its calls by Twilio's API: a process for each, at the number of its caller", async () => {
  const MARK = `parley-mark-${randomUUID()}`;
  const command = `exec node ${join(AGENTS, "twilio-voice-agent.mjs")} --port 0 --dial`;
  const callers = [SHORT, { ...SHORT, name: "Bob", phone_number: "+14155550177" }];
  const cwd = files.write({ command, dial: "twilio", env: { MARK } }, callers);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain(" 2 passed");
  expect(code).toBe(0);
  expect(processesWith(MARK)).toEqual([]);
});

test("an agent built for a telephone company", async () => {
  const cwd = files.write(await listening("twilio", "twilio-voice-agent.mjs"), [SHORT]);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain(" 1 passed");
  expect(code).toBe(0);
});

test.each([
  ["drops", "the connection ended with code 1006"],
  ["closes", "the connection ended with code 1011 (not today)"],
  ["hangs-up", "the agent hung up before the caller had spoken"],
  ["huge", "the agent sent a message of more than 1048576 bytes"],
])("a connection that %s fails no expectation", async (fault, said) => {
  const agent = await listening("websocket", "voice-agent.mjs", `--fault ${fault}`);
  const { code, stdout } = await parley(["test"], { cwd: files.write(agent, [SHORT]) });
  expect(stdout).toContain(` ! Ana: ${said}\n      its last lines of output:\n      | ws://127.0.0.1:`);
  expect(stdout).not.toContain("✗");
  expect(code).toBe(7);
});

test("a password that the agent refuses is said to be refused, and is not kept with the run", async () => {
  const agent = await listening("websocket", "voice-agent.mjs", "--password another");
  const cwd = files.write({ ...agent, websocket_password: "$" + "{SECRET}" }, [SHORT]);
  const { code, stdout } = await parley(["test"], { cwd, env: { SECRET: "open-sesame-1182" } });
  expect(stdout).toMatch(/! Ana: 127\.0\.0\.1:\d+ rejected the call with status 401\n/);
  expect(code).toBe(7);
  const kept = readFileSync(join(cwd, ".parley/test/stores/1/parley.db"), "latin1");
  expect(kept).toContain("voice-agent.mjs");
  expect(kept).not.toContain("open-sesame-1182");
});

test("an agent that dies in the middle is named with its last lines; who calls later is told at once", async () => {
  const agent = await listening("websocket", "voice-agent.mjs");
  const command = `${agent.command.replace("exec ", "")} & sleep 6; echo out of memory; kill -9 $!; exit 4`;
  const cwd = files.write({ ...agent, command }, [SHORT, { ...SHORT, name: "Bob" }]);
  const { code, stdout } = await parley(["test", "--workers", "1"], { cwd });
  expect(stdout).toMatch(/! Ana: the agent exited with code 4 after [\d.]+ s, in the middle of the call\n/);
  expect(stdout).toMatch(/! Bob: the agent exited with code 4 after [\d.]+ s\n/);
  expect(stdout).toContain("| out of memory\n");
  expect(code).toBe(7);
});

test("a telephone webhook that answers with a web page", async () => {
  const page = createServer((_, response) => response.end("<!doctype html><h1>Welcome</h1>"));
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  closing.push(() => page.close());
  const { port } = page.address() as AddressInfo;
  const cwd = files.write({ twilio: `http://127.0.0.1:${port}/` }, [SHORT]);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toMatch(/! Ana: 127\.0\.0\.1:\d+ sent no TwiML/);
  expect(code).toBe(7);
});
