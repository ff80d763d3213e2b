/** `parley-cli/vitest` in a project of its own, run by vitest itself. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A command that nothing else on this machine runs. */
const SLEEPS = `sleep 60.${process.pid}`;

const AGENT = `export default ({ message }) => ({
  tool_calls: [{ name: "book_appointment", parameters: { day: "tuesday", slot: "9:15" }, output: { ok: true } }],
  message: "It is confirmed.",
  end_conversation: true,
});`;

interface Case {
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** A project with an agent and one file of tests. */
function project(cases: string): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-vitest-project-"));
  folders.push(folder);
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(join(folder, "tests"));
  symlinkSync(ROOT, join(folder, "node_modules/parley-cli"));
  for (const name of ["vitest", "typescript", "@types"])
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tests/agent.mjs"), AGENT);
  writeFileSync(
    join(folder, "tests/desk.test.ts"),
    `import { expect } from "vitest";
    import { test } from "parley-cli/vitest";
    const agent = { module: "agent.mjs" };
    const caller = { intent: "Wants an appointment on tuesday at 9:15." };
    ${cases}`,
  );
  return folder;
}

const run = (cwd: string, words: readonly string[]) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((ended) => {
    const env = { PATH: process.env["PATH"], HOME: join(cwd, "home"), CI: "1" };
    const child = execFile(process.execPath, [...words], { cwd, env }, (_, stdout, stderr) =>
      ended({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

async function results(folder: string): Promise<Record<string, Case>> {
  const { stdout, stderr } = await run(folder, [
    "node_modules/vitest/vitest.mjs",
    ...["run", "--reporter", "json", "--root", folder],
  ]);
  expect(stdout, stderr).toMatch(/^\{/);
  const [{ assertionResults }] = JSON.parse(stdout).testResults;
  return Object.fromEntries(
    assertionResults.map((assertion_result: Case & { title: string }) => [
      assertion_result.title,
      assertion_result,
    ]),
  );
}

test("a caller is a test case that says why it failed, and what was said", async () => {
  const folder = project(`
    test("passes", { agent, caller, expect: ["calls book_appointment", 'says "confirmed"'] });
    test("fails", { agent, caller, expect: ["never calls book_appointment"] });
    test.skip("is skipped", { agent, caller, expect: ["calls book_appointment"] });
    test("passes both", { agent, caller, expect: ["calls book_appointment"] }, (conversation) => {
      expect(conversation).toHaveCalled("book_appointment", { day: "tuesday" });
      expect(conversation).not.toHaveCalled("book_appointment", { day: "monday" });
      expect(conversation).toHaveSaid("CONFIRMED");
      expect(conversation).toHaveSaid(/^it is/i);
      // What the caller said does not count.
      const { message } = conversation.transcript.find(({ role }) => role === "USER");
      expect(conversation).not.toHaveSaid(message);
    });
    test("passes its check alone", { agent, caller }, ({ tool_calls }) => expect(tool_calls).toHaveLength(1));
    test("fails its check", { agent, caller, expect: ["calls book_appointment"] }, (conversation) => {
      expect(conversation).toHaveCalled("book_appointment", { day: "monday" });
    });
    test("fails a denied check", { agent, caller }, (conversation) => {
      expect(conversation).not.toHaveSaid("confirmed");
    });
    test("costs \${HOME}", { agent, caller, expect: ['never says "\${HOME}"'] });
  `);
  const cases = await results(folder);
  expect(Object.fromEntries(Object.entries(cases).map(([name, { status }]) => [name, status]))).toEqual({
    passes: "passed",
    fails: "failed",
    "is skipped": "skipped",
    "passes both": "passed",
    "passes its check alone": "passed",
    "fails its check": "failed",
    "fails a denied check": "failed",
    "costs ${HOME}": "passed",
  });
  expect(cases["fails"]?.failureMessages[0]).toMatch(
    /^AssertionError: pass when tool book_appointment never called → .*\n(?:.*\n)* +0:00\.\d {2}tool {3}book_appointment\(\{"day":"tuesday","slot":"9:15"\}\)/,
  );
  expect(cases["fails its check"]?.failureMessages[0]).toMatch(
    /the agent did not call book_appointment\(\{"day":"monday"\}\)\n(?:.*\n)*.*AGENT {2}It is confirmed\./,
  );
  expect(cases["fails a denied check"]?.failureMessages[0]).toContain('the agent said "confirmed"');
  expect(readdirSync(join(folder, "tests")).sort()).toEqual(["agent.mjs", "desk.test.ts"]);
});

test("what is not sure does not pass, and an agent that cannot take part is an error with its last lines", async () => {
  const folder = project(`
      test("has a judge's sentence", { agent, caller, expect: ["The agent stays friendly."] });
      test("expects nothing", { agent, caller });
      test("asserts nothing", { agent, caller }, () => {});
      test("never comes", { agent: { command: "echo no key; exit 3", stdio: true }, caller, expect: ["calls pay"] });
      test("has a mistake", { agent, caller, expect: ["calls"] , max_turns: 0 });
      test("takes too long", {
        agent: { command: "${SLEEPS}", stdio: true }, caller, expect: ["calls pay"], timeout: 3000,
      });
    `);
  const cases = await results(folder);
  const told = (name: string) => {
    expect(cases[name]?.status, name).toBe("failed");
    return cases[name]?.failureMessages.join("\n") ?? "";
  };
  expect(told("has a judge's sentence")).toMatch(/^InconclusiveError: inconclusive: .*no_model/);
  expect(told("expects nothing")).toMatch(/^InconclusiveError: inconclusive: /);
  expect(told("asserts nothing")).toContain("expected any number of assertion");
  expect(told("never comes")).toMatch(/^AgentError: .*\n(?:.*\n)* +\| no key/);
  expect(told("never comes")).not.toContain("AssertionError");
  expect(told("has a mistake")).toMatch(/has a mistake:\d+:\d+.*max_turns/s);
  expect(told("takes too long")).not.toContain("InconclusiveError");
  expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(SLEEPS);
  expect(readdirSync(join(folder, "tests")).sort()).toEqual(["agent.mjs", "desk.test.ts"]);
});

test("its types fit a project's own tests", async () => {
  const folder = project(`
    test("Ana", { agent, caller, expect: ["calls pay"] }, (conversation) => {
      expect(conversation).toHaveCalled("pay", { amount: 3 });
      // @ts-expect-error: a tool has a name
      expect(conversation).toHaveCalled(3);
    });
  `);
  const { stdout } = await run(folder, [
    "node_modules/typescript/bin/tsc",
    ...["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"],
    "tests/desk.test.ts",
  ]);
  expect(stdout).toBe("");
});
