import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, freePort, useFolder, webhook } from "../support/testing.ts";

const parley = useProgram();
const cli = useCli();
const files = useFolder();

const python = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };

async function desk() {
  const port = await freePort();
  return {
    command: `node ${join(AGENTS, "desk-model.mjs")}`,
    env: { AGENT_PORT: String(port) },
    tools: [{ name: "lookup_order" }, { name: "issue_refund" }],
    chat: {
      url: `http://127.0.0.1:${port}/v1`,
      model: "desk-1",
      tool_outputs: [
        { tool: "lookup_order", output: { found: true } },
        { tool: "issue_refund", output: { ok: true } },
      ],
    },
  };
}

const EXACT = {
  name: "Exact",
  turns: [
    { say: "I want my money back.", expect: ['says "order number"', "never calls issue_refund"] },
    { say: "It is 1182, please.", expect: ["calls lookup_order", "calls issue_refund", 'says "confirmed"'] },
  ],
};

test.each([
  ["a webhook", () => webhook("well")],
  ["lines", () => python],
  ["chat", desk],
])("%s: each answer of a script is judged alone, in the words that were written", async (_, agent) => {
  const cwd = files.write(await agent(), [EXACT]);
  const { code, json } = await parley(["test", "--json"], { cwd });
  const [caller] = json.files[0].callers;
  expect(caller).toMatchObject({
    outcome: "passed",
    reason: 'turn 1 ("I want my money back."); turn 2 ("It is 1182, please.")',
  });
  expect(code).toBe(0);
  const said = caller.transcript.filter(({ role }: { role: string }) => role === "USER");
  expect(said.slice(0, 2).map(({ message }: { message: string }) => message)).toEqual([
    "I want my money back.",
    "It is 1182, please.",
  ]);
});

test("a turn that fails is named, with its own words as evidence", async () => {
  const turns = [
    { say: "I want my money back.", expect: ["calls lookup_order"] },
    { say: "1182", expect: ["calls lookup_order"] },
  ];
  const cwd = files.write(python, [{ ...EXACT, turns }]);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain('turn 1 ("I want my money back."): pass when tool lookup_order called →');
  expect(stdout).not.toContain("turn 2");
  expect(code).toBe(9);
  const { json } = await parley(["test", "--json"], { cwd });
  expect(json.files[0].callers[0].reason).toMatch(/^turn 1 .*: pass when tool lookup_order called → /);
});

test("a turn that fails ends a run with --bail", async () => {
  const turns = [{ say: "I want my money back.", expect: ["calls lookup_order"] }];
  const cwd = files.write(python, [{ ...EXACT, turns }]);
  expect((await parley(["test", "--list"], { cwd })).stdout).toContain("turn 1: calls lookup_order");
  const args = ["--repeat", "100", "--workers", "1", "--bail", "--json"];
  const { code, json } = await parley(["test", ...args], { cwd });
  expect(json.counts.failed).toBeGreaterThan(0);
  expect(json.counts.not_run).toBeGreaterThan(0);
  expect(code).toBe(9);
});

test("a turn that was never reached, or whose answer came later, is not a pass", async () => {
  const turns = [1, 2, 3, 4, 5].map((number) => ({
    say: `It is 118${number}.`,
    expect: ["never calls cancel_order"],
  }));
  const cwd = files.write(python, [{ ...EXACT, turns }]);
  const { code, json } = await parley(["test", "--json"], { cwd });
  expect(json.files[0].callers[0].outcome).toBe("not_evaluated");
  expect(json.files[0].callers[0].verdicts.at(-1)).toMatchObject({
    status: "NOT_EVALUATED",
    message: "the conversation ended before this turn",
  });
  expect(code).toBe(9);
});

const GIVEN = {
  name: "Next step",
  given: [{ user: "I want a refund." }, { agent: "May I have your order number?" }, { user: "1182" }],
  expect: ["calls issue_refund", 'says "confirmed"'],
};

test("a given history: one answer, judged alone", async () => {
  for (const agent of [await desk(), python]) {
    const { code, json } = await parley(["test", "--json"], { cwd: files.write(agent, [GIVEN]) });
    const [{ outcome, transcript }] = json.files[0].callers;
    expect(outcome).toBe("passed");
    expect(transcript[0]).toMatchObject({ role: "USER", message: "1182" });
    expect(code).toBe(0);
  }
  const module = files.write({ module: "desk.mjs" }, [
    GIVEN,
    { ...GIVEN, name: "Red", expect: ["never calls issue_refund"] },
  ]);
  copyFileSync(join(AGENTS, "order-desk-function.mjs"), join(module, "desk.mjs"));
  const { json } = await parley(["test", "--json"], { cwd: module });
  expect(json.counts).toMatchObject({ passed: 1, failed: 1 });
});

test.each([
  [{ turns: [{ say: "x", expect: ["calls a twise"] }] }, "callers.list.0.turns.0.expect.0: expected"],
  [{ turns: [{ say: "x", expect: ["The agent is kind."] }] }, "a turn takes clauses only"],
  [
    { turns: [{ say: "x" }], goal: { tool: "a" } },
    "callers.list.0.goal: a caller with turns says only what is written",
  ],
  [{ turns: [{ say: "x" }], given: [{ user: "x" }] }, "give turns or given, not both"],
  [{ given: [{ user: "x" }, { agent: "y" }] }, "callers.list.0.given.1: the last turn must be the user's"],
  [{ given: [{ bot: "x" }] }, "callers.list.0.given.0"],
  [{ turns: [] }, "callers.list.0.turns"],
])("%j is a mistake with its place", async (fields, words) => {
  const { code, stderr } = await parley(["test"], { cwd: files.write(python, [{ name: "Ana", ...fields }]) });
  expect(stderr).toMatch(/desk\.parley\.yaml:\d+:\d+: /);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test("a webhook cannot be given a history", async () => {
  const cwd = files.write({ http: "http://127.0.0.1:9/" }, [GIVEN]);
  expect(await parley(["test"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("a webhook gets only the last turn"),
  });
});

test("a caller with turns and without an expectation is named, by validate and in the report", async () => {
  const turns = [{ say: "Hello there." }];
  const agent = { module: "said.mjs" };
  const list = [
    { name: "Ana", turns },
    { name: "Bob", turns: [{ say: "Hello there.", expect: ['says "hello"'] }] },
    { name: "Eve", turns, expect: ["never calls refund"] },
    { name: "Ida", given: [{ user: "Hello there." }] },
  ];
  const cwd = files.write(agent, list);
  const write = (folder: string) =>
    writeFileSync(
      join(folder, "said.mjs"),
      'export default () => ({ message: "Hello.", end_conversation: true });',
    );
  write(cwd);
  const validated = await cli(["validate", "desk.parley.yaml"], { cwd });
  expect(validated.code).toBe(0);
  expect(validated.stderr).toMatch(
    /^warning: desk\.parley\.yaml:\d+:\d+: callers\.list\.0: no expectation: only the built-in checks can fail it; add `expect` to the caller or to a turn \(and 1 more like this\)\n$/,
  );
  const { code, stdout, stderr } = await cli(["test"], { cwd });
  expect(code).toBe(9);
  expect(stdout).toContain(" no expectation (Ana, Ida): add `expect` to the caller or to a turn\n");
  expect(stderr).not.toContain("no expectation");
  // What is expected of every caller is expected of these too.
  const all = files.write(agent, list, { defaults: { expect: ['says "hello"'] } });
  write(all);
  expect((await cli(["validate", "desk.parley.yaml"], { cwd: all })).stderr).toBe("");
  expect(await cli(["test"], { cwd: all })).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining("no expectation"),
  });
});
