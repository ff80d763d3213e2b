import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, useFolder, webhook } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

const LOOKS_FIRST = "fail when tool issue_refund called before tool lookup_order called";

test.each([
  ["a webhook in Node", async () => webhook("well")],
  [
    "a webhook in Python",
    async () => webhook("", { command: `python3 ${join(AGENTS, "order-desk-http.py")}` }),
  ],
  ["lines in Node", async () => ({ command: `node ${join(AGENTS, "order-desk-lines.mjs")}`, stdio: true })],
  ["lines in Python", async () => ({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true })],
  ["lines in shell", async () => ({ command: `sh ${join(AGENTS, "order-desk.sh")}`, stdio: true })],
])("%s passes", async (_, agent) => {
  const callers = [1, 2, 3].map((number) => ({ ...BOB, name: `Bob ${number}` }));
  const cwd = files.write(await agent(), callers, { defaults: { expect: [LOOKS_FIRST] } });
  const { code, stdout, stderr } = await parley(["test"], { cwd });
  expect(`${stdout}${stderr}`).toMatch(/^desk\.parley\.yaml {2}\S.*\n 3 passed {2}\([\d.]+ s\)\n$/);
  expect(code).toBe(0);
});

test("the start of a process that writes when it is ready is nobody's time to answer", async () => {
  const command = `sleep 4; echo listening; exec node ${join(AGENTS, "order-desk-lines.mjs")}`;
  const callers = [1, 2].map((number) => ({ ...BOB, name: `Bob ${number}` }));
  const defaults = { expect: ["agent.response_latency.max < 3s"] };
  const cwd = files.write({ command, stdio: true, ready: "listening" }, callers, { defaults });
  expect(await parley(["test"], { cwd })).toMatchObject({ code: 0 });
  const mute = files.write({ command: "sleep 60", stdio: true, ready: "listening", ready_within: "1s" });
  const { code, json } = await parley(["test", "--json"], { cwd: mute });
  expect(json.files[0].callers[0].reason).toContain('it has not written "listening"');
  expect(code).toBe(7);
});

test("a module passes, and a command line names another agent", async () => {
  const cwd = files.write({ module: "desk.mjs" });
  copyFileSync(join(AGENTS, "order-desk-function.mjs"), join(cwd, "desk.mjs"));
  expect(await parley(["test", "--workers", "1"], { cwd })).toMatchObject({ code: 0 });
  const lines = files.write({ command: "exit 1", stdio: true });
  const run = await parley(["test", "--", "python3", join(AGENTS, "order-desk.py")], { cwd: lines });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed") });
});

test("a caller that nothing was checked for but the agent's word is named", async () => {
  const cwd = files.write({ module: "said.mjs" }, [
    { name: "Ana", intent: "Wants to book a table for two." },
    { name: "Bob", intent: "Wants to book a table for two.", expect: ['says "booked"'] },
  ]);
  writeFileSync(
    join(cwd, "said.mjs"),
    'export default ({ messages }) => messages.length < 2 ? "Hello, what can I do?" : "Your table is booked. Anything else?";',
  );
  const { code, stdout, stderr } = await parley(["test"], { cwd });
  expect(code).toBe(0);
  expect(`${stdout}${stderr}`).toContain(
    " passed on the agent's word alone (Ana): add `expect`, or the tool in `goal`\n",
  );
});

test("an agent that runs longer than a test never hears the id of a conversation again", async () => {
  const ids: string[] = [];
  const server = createServer(async (request, response) => {
    ids.push((JSON.parse(await text(request)) as { simulation_result_id: string }).simulation_result_id);
    response.end(JSON.stringify({ message: "Goodbye.", end_conversation: true }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const cwd = files.write({ http: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }, [
    { name: "Bob", turns: [{ say: "Hello." }], expect: ['says "goodbye"'] },
  ]);
  for (let run = 0; run < 3; run++) expect(await parley(["test"], { cwd })).toMatchObject({ code: 0 });
  expect(new Set(ids).size).toBe(3);
});

test("a failure is shown in full, and the run can be repeated", async () => {
  const agent = await webhook("careless");
  const careful = { name: "Ana", intent: BOB["intent"], expect: ["calls lookup_order"] };
  const cwd = files.write(agent, [careful, { ...BOB, expect: [LOOKS_FIRST] }]);
  const { code, stdout, stderr } = await parley(["test"], { cwd });
  expect(code).toBe(9);
  expect(stdout).toMatch(/^ ✗ Bob {2,}\d+ turns {2}[\d.]+ s$/m);
  expect(stdout).toContain(
    `      ${LOOKS_FIRST} → condition met: tool call 1 issue_refund, tool call 2 lookup_order\n`,
  );
  expect(stdout).toMatch(/AGENT {2}I've refunded your order 1182/);
  expect(stdout).toMatch(/^ 1 passed, 1 failed/m);
  expect(stderr).toBe("rerun: `parley test -t Bob`  look: `parley test --ui`\n");
  const again = await parley(["test", "--last-failed", "--json"], { cwd });
  expect(again.code).toBe(9);
  expect(again.json.files[0].callers.map(({ name }: { name: string }) => name)).toEqual(["Bob"]);
});

test("what failed with another agent is repeated with that agent", async () => {
  const desk = (how: string) => `node ${join(AGENTS, "order-desk-lines.mjs")} ${how}`;
  const cwd = files.write({ command: desk("well"), stdio: true }, [
    { ...BOB, expect: [LOOKS_FIRST] },
    { ...BOB, name: "Bob's son", expect: [LOOKS_FIRST] },
  ]);
  const words = ["--", ...desk("careless").split(" "), "a b"];
  const { code, stderr } = await parley(["test", ...words], { cwd });
  expect(code).toBe(9);
  expect(stderr).toContain(
    `rerun: \`parley test --last-failed -- ${desk("careless")} 'a b'\`  look: \`parley test --ui\`\n`,
  );
  const one = await parley(["test", "-t", "son", ...words], { cwd });
  expect(one.stderr).toContain(`rerun: \`parley test -t 'Bob'\\''s son' -- ${desk("careless")} 'a b'\``);
});

test("the same seed gives the same conversations, whoever else calls", async () => {
  const callers = [1, 2, 3].map((number) => ({ ...BOB, name: `Bob ${number}` }));
  const cwd = files.write({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true }, callers);
  const said = async (...args: string[]) => {
    const { json } = await parley(["test", "--json", ...args], { cwd });
    return new Map(
      json.files[0].callers.map(
        ({ name, transcript }: { name: string; transcript: { message: string }[] }) => [
          name,
          transcript.map(({ message }) => message),
        ],
      ),
    );
  };
  const all = await said("--seed", "s");
  expect(all.size).toBe(3);
  expect((await said("--seed", "s", "-t", "Bob 2")).get("Bob 2")).toEqual(all.get("Bob 2"));
});

test("--repeat, --bail and --list", async () => {
  const cwd = files.write({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true }, [
    { ...BOB, expect: ["never calls issue_refund"] },
    { ...BOB, name: "Ana" },
  ]);
  const repeated = await parley(["test", "--repeat", "3", "--json"], { cwd });
  expect(repeated.json.counts).toMatchObject({ passed: 3, failed: 3 });
  const { json, code } = await parley(["test", "--repeat", "50", "--workers", "1", "--bail", "--json"], {
    cwd,
  });
  expect(code).toBe(9);
  expect(json.counts.failed).toBeGreaterThan(0);
  expect(json.counts.not_run).toBeGreaterThan(5);
  expect(json.counts.passed + json.counts.failed + json.counts.not_run).toBe(100);
  const times = json.files[0].callers.map(({ ms }: { ms: number }) => ms);
  expect(Math.min(...times)).toBe(0);
  expect(Math.max(...times)).toBeLessThan(60_000);
  const listed = await parley(["test", "--list"], { cwd });
  expect(listed.stdout).toContain("desk.parley.yaml\tBob\tpass when tool issue_refund never called");
});

test("a sentence without a model is not evaluated, and that is not a pass", async () => {
  const sentence = "The agent apologizes for the trouble.";
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
  for (const expectations of [[sentence], ["calls issue_refund", sentence]]) {
    const cwd = files.write(agent, [{ ...BOB, expect: expectations }]);
    const { code, stdout } = await parley(["test"], { cwd });
    expect(stdout).toMatch(/^ \? Bob/m);
    expect(stdout).toContain("no_model");
    expect(stdout).toContain("1 not evaluated");
    expect(code).toBe(9);
  }
});

test("--reporter writes each report", async () => {
  const cwd = files.write(await webhook("careless"), [{ ...BOB, expect: [LOOKS_FIRST] }]);
  const junit = await parley(["test", "--reporter", "junit"], { cwd });
  expect(junit.stdout).toMatch(
    /<testcase name="Bob" classname="desk\.parley\.yaml" time="[\d.]+">\s*<failure message="fail when/,
  );
  const json = await parley(["test", "--reporter", "json"], { cwd });
  expect(json.json.counts.failed).toBe(1);
  const github = await parley(["test", "--reporter", "github"], { cwd });
  expect(github.stderr).toMatch(/^::error title=desk\.parley\.yaml%3A Bob%3A failed::fail when/m);
});

test("policies of a file: an accepted one fails, a proposed one is only suspected", async () => {
  const policy = {
    sentence: "Never confirm anything.",
    rule: 'fail when agent says "confirmed"',
    reads: "never says confirmed",
  };
  for (const [status, code] of [
    ["accepted", 9],
    ["proposed", 0],
  ] as const) {
    const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
    const cwd = files.write(agent, [{ ...BOB, expect: ["calls issue_refund"] }], {
      policies: "policies.yaml",
    });
    writeFileSync(
      join(cwd, "policies.yaml"),
      JSON.stringify({ kind: "Policies", policies: [{ ...policy, status }] }),
    );
    const ran = await parley(["test"], { cwd });
    expect(ran.stdout).toContain(
      status === "accepted"
        ? "Policy: Never confirm anything: never says confirmed → broken: turn "
        : "suspected, not failed (Bob)",
    );
    const only = "1 policy of policies.yaml is only proposed, so it fails nothing; to decide:";
    const command = "`parley policies review policies.yaml`";
    if (status === "proposed") {
      expect(ran.stdout).toContain(` ${only} ${command}\n`);
      expect(ran.stdout).toContain(`is not accepted yet (${command})`);
    } else expect(ran.stdout).not.toContain("only proposed");
    expect(ran.code).toBe(code);
  }
});

test("a breach of a prompt without policies is suspected, with the command that drafts them", async () => {
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true, prompt: "prompt.md" };
  const cwd = files.write(agent, [{ ...BOB, expect: ["calls issue_refund"] }]);
  writeFileSync(join(cwd, "prompt.md"), 'You help.\n\n- Never say "confirmed".\n');
  const ran = await parley(["test"], { cwd });
  expect(ran.stdout).toContain('suspected, not failed (Bob): "Never say');
  const draft = "`parley policies draft --prompt-file prompt.md --out policies.yaml`";
  expect(ran.stderr).toBe(
    `to make the prompt's rules count: ${draft}, and \`policies: policies.yaml\` in desk.parley.yaml\n`,
  );
});

test("callers of a manifest, with a goal and its facts", async () => {
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
  const cwd = files.write(agent, [
    { from: "callers.yaml", expect: ["calls lookup_order"] },
    { name: "Goal", goal: { tool: "issue_refund", facts: { order_number: "1182" } } },
  ]);
  const humans = [
    { name: "Ana", intent: BOB["intent"] },
    { name: "Eve", intent: BOB["intent"] },
  ];
  writeFileSync(join(cwd, "callers.yaml"), JSON.stringify({ kind: "DigitalHumans", digital_humans: humans }));
  const listed = await parley(["test", "--list"], { cwd });
  expect(
    listed.stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t").slice(1)),
  ).toEqual([
    ["Ana", "pass when tool lookup_order called"],
    ["Eve", "pass when tool lookup_order called"],
    ["Goal", "pass when tool issue_refund called"],
  ]);
  const { stdout, code } = await parley(["test"], { cwd });
  expect(stdout).toContain("3 passed");
  expect(code).toBe(0);
});

test("a tool that nobody called, and that is almost one that the agent calls, gets a warning", async () => {
  const cwd = files.write({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true }, [
    { ...BOB, expect: ["calls isue_refund"] },
    { ...BOB, name: "Ana", expect: ["never calls cancel_order"] },
  ]);
  const { code, stderr } = await parley(["test"], { cwd });
  expect(stderr).toContain(
    "warning: desk.parley.yaml: no conversation called isue_refund; did you mean issue_refund, which the agent calls?",
  );
  expect(stderr).not.toContain("cancel_order;");
  expect(code).toBe(9);
  expect((await parley(["test", "-t", "Ana"], { cwd })).stderr).not.toContain("did you mean");
});

test("Ctrl-C before the first verdict keeps nothing", async () => {
  const cwd = files.write(
    {
      command: `node -e 'process.stdin.on("data", () => require("fs").writeFileSync("heard", ""))'`,
      stdio: true,
    },
    [BOB],
  );
  const child = parley.start(["test"], { cwd });
  const errors = text(child.stderr as NodeJS.ReadableStream);
  const closed = once(child, "close");
  await expect.poll(() => existsSync(join(cwd, "heard")), { timeout: 20_000 }).toBe(true);
  child.kill("SIGINT");
  expect(await closed).toEqual([130, null]);
  expect(await errors).toBe("error: interrupted; 1 caller not run\nhint: nothing of this run was kept\n");
});

test("a folder stands for its test files, and those below", async () => {
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
  const cwd = files.write(agent);
  mkdirSync(join(cwd, "more", "below"), { recursive: true });
  mkdirSync(join(cwd, "none"));
  copyFileSync(join(cwd, "desk.parley.yaml"), join(cwd, "more", "below", "other.parley.yaml"));
  const { stdout } = await parley(["test", "more", "desk.parley.yaml", "--list", "--json"], { cwd });
  expect(JSON.parse(stdout)).toMatchObject([
    { file: "more/below/other.parley.yaml" },
    { file: "desk.parley.yaml" },
  ]);
  const none = await parley(["test", "none"], { cwd });
  expect(none.stderr).toMatch(/^error: no test files in this folder\n {2}none\nhint: /);
  expect(none.code).toBe(2);
});
