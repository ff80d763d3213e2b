import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, useFolder, webhook } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

/** An agent that cannot take part is named. It fails no expectation. */
async function troubled(agent: object, ...args: string[]) {
  const cwd = files.write(agent, [BOB, { ...BOB, name: "Ana" }]);
  const { code, stdout } = await parley(["test", ...args], { cwd });
  expect(code).toBe(7);
  expect(stdout).not.toContain("✗");
  return stdout;
}

test("one that exits at once", async () => {
  const stdout = await troubled(await webhook("exits"));
  expect(stdout).toMatch(/ ! the agent exited with code 3 after [\d.]+ s before it was ready/);
  expect(stdout).toContain("| Error: OPENAI_API_KEY is not set");
});

test("one that Node cannot load: what is missing, without Node's own lines", async () => {
  const stdout = await troubled({ ...(await webhook("well")), command: "node no-such-agent.mjs" });
  expect(stdout).toMatch(/\| Error: Cannot find module '.*no-such-agent\.mjs'/);
  expect(stdout).not.toContain("node:internal/modules/esm");
});

test("one that does not exist", async () => {
  const stdout = await troubled({ ...(await webhook("well")), command: "no-such-agent --x" });
  expect(stdout).toMatch(/exited with code 127/);
  expect(stdout).toMatch(/\| .*no-such-agent/);
});

test("one that never listens, and one that never says that it is ready", async () => {
  const silent = await troubled(await webhook("silent", { ready_within: "1500ms" }));
  expect(silent).toMatch(
    / ! the agent was not ready after 1\.5 s: nothing listens on port \d+, which the file names$/m,
  );
  expect(silent).toContain("| desk starts silent");
  const mute = await troubled(await webhook("well", { ready: "open for business", ready_within: "1500ms" }));
  expect(mute).toContain('it has not written "open for business"');
  expect(mute).toContain("| desk listens");
});

test.each([
  ["html", "the agent answered with a web page (HTML) instead of JSON"],
  ["status", 'the agent answered with status 500: "database is down"'],
])("one that answers with %s", async (how, words) => {
  expect(await troubled(await webhook(how))).toContain(` ! Bob, Ana: ${words}`);
});

test("a module with a mistake in its syntax is shown with its line", async () => {
  const cwd = files.write({ module: "broken.mjs" });
  writeFileSync(join(cwd, "broken.mjs"), "const desk = 1;\nexport default function agent( { return 1; }\n");
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain(" ! the module cannot be loaded: Unexpected number\n");
  expect(stdout).toMatch(
    /\| .*broken\.mjs:2\n +\| export default function agent\( \{ return 1; \}\n +\| +\^\n/,
  );
  expect(stdout).not.toContain("node:internal");
  expect(code).toBe(7);
});

test("one that answers late", async () => {
  expect(await troubled(await webhook("late"), "--timeout", "1")).toContain(
    " ! Bob, Ana: the agent did not answer within 1.0 s",
  );
});

test.each([
  ["never answers", "setInterval(() => 1, 1000)", /the agent did not answer within 3\.0 s/],
  [
    "exits",
    "setTimeout(() => process.exit(), 500)",
    /the agent exited with code 0 after [\d.]+ s, instead of answering/,
  ],
])("one that prints plain text and %s", async (_, then, trouble) => {
  const agentOf = (line: string) => {
    const script = `console.error("desk is up"); process.stdin.once("data", () => { ${line}; ${then} })`;
    return { command: `node -e '${script}'`, stdio: true, ready: "desk is up" };
  };
  const clue =
    ': its last line was not a JSON object, so it counts as output; an answer is a line such as {"message": "…"}\n';
  const stdout = await troubled(agentOf('console.log("Good day!")'), "--timeout", "3");
  expect(stdout).toMatch(trouble);
  expect(stdout).toContain(clue);
  expect(stdout).toContain("| Good day!");
  const logs = await troubled(agentOf('console.error("Good day!")'), "--timeout", "3");
  expect(logs).toMatch(trouble);
  expect(logs).not.toContain("JSON object");
});

test("one that dies in the middle", async () => {
  const stdout = await troubled(await webhook("dies"));
  expect(stdout).toMatch(/ ! .*: the agent exited with code 1 after [\d.]+ s/);
  expect(stdout).toContain("| TypeError: cannot read properties of undefined");
});

test("one whose port another program has", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  const stdout = await troubled({ ...(await webhook("well")), http: `http://127.0.0.1:${port}/` });
  expect(stdout).toContain(`port ${port} is in use before the agent has started`);
  other.close();
});

test("an address where nothing listens, or where an answer has no message", async () => {
  const stdout = await troubled({ http: "http://127.0.0.1:9/agent" });
  expect(stdout).toContain(
    "nothing listens at http://127.0.0.1:9/agent; start the agent, or let Parley start it: add agent.command, or `-- <command>`",
  );
  // Parley cannot know what it writes.
  expect(stdout).not.toContain("no log output");
  const other = createServer((_, response) => response.end("ok")).listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  expect(await troubled({ http: `http://127.0.0.1:${port}/` })).toContain(
    'the agent answered with something other than a JSON object: "ok"',
  );
  other.close();
});

test("answers without a message are shown as they came, and nobody waits for more if no more can come", async () => {
  const reply = '{"reply": "hello"}';
  const why = `its response has no message: ${reply}; an answer is a JSON object with \`message\`, \`tool_calls\` or \`end_conversation\``;
  const lines = { command: `while read -r _; do echo '${reply}'; done`, stdio: true };
  expect(await troubled(lines)).toContain(` ! Bob, Ana: the agent has not answered: ${why}`);
  const other = createServer((_, response) => response.end(reply)).listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  expect(await troubled({ http: `http://127.0.0.1:${port}/` })).toContain(
    ` ! Bob, Ana: the agent has not answered: ${why}`,
  );
  other.close();
});

test("callers of an agent that does not start are counted, in each form, and run again with --last-failed", async () => {
  const cwd = files.write({ command: "exit 3", http: "http://127.0.0.1:9/" }, [BOB]);
  writeFileSync(
    join(cwd, "well.parley.yaml"),
    JSON.stringify({
      kind: "Test",
      agent: { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true },
      callers: { list: [{ ...BOB, name: "Well" }] },
    }),
  );
  const { code, stdout } = await parley(["test", "--reporter", "junit=v.xml"], { cwd });
  expect(stdout).toMatch(/^ 1 passed, 1 not run {2}/m);
  expect(code).toBe(7);
  expect(readFileSync(join(cwd, "v.xml"), "utf8")).toMatch(/<testsuites tests="3" failures="0" errors="1"/);
  const again = await parley(["test", "--last-failed", "--json"], { cwd });
  expect(again.code).toBe(7);
  expect(JSON.parse(again.stdout)).toMatchObject({
    counts: { passed: 0, not_run: 1 },
    files: [{ file: "desk.parley.yaml", callers: [{ name: "Bob", outcome: "not_run" }] }],
  });
});

test("lines: one that ends, one that hangs, one that writes nonsense", async () => {
  expect(await troubled({ command: "echo hello; exit 4", stdio: true })).toMatch(
    /the agent exited with code 4 after [\d.]+ s, instead of answering\n {6}its last lines of output:\n {6}\| hello/,
  );
  expect(await troubled({ command: "sleep 60", stdio: true }, "--timeout", "1")).toContain(
    "did not answer within 1.0 s",
  );
  expect(await troubled({ command: "read -r _; echo '{broken'; sleep 60", stdio: true })).toContain(
    'something other than a JSON object: "{broken"',
  );
});

/** What is said of a module that cannot take part. */
async function troubledModule(text: string, name = "agent.mjs") {
  const cwd = files.write({ module: name });
  writeFileSync(join(cwd, name), text);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(code).toBe(7);
  return stdout;
}

test("modules: one that throws, one that exits, and one that returns nonsense", async () => {
  const thrown = await troubledModule("export default () => { throw new Error('no key') }");
  expect(thrown).toContain(" ! Bob: the agent threw an error: no key\n");
  expect(thrown).toMatch(/\| +at .*agent\.mjs:1:\d+/);
  expect(await troubledModule("import { exit } from 'node:process'; export default () => exit(5)")).toMatch(
    / ! Bob: the agent exited with code 5 after [\d.]+ s, instead of answering/,
  );
  expect(await troubledModule("export default () => 7")).toContain(
    "the agent returned 7, not a text or an object",
  );
  expect(await troubledModule("export default () => ({ message: 7n })")).toContain(
    "the agent threw an error: Do not",
  );
});

test("modules: one without an export, one that does not load, one with a mistake", async () => {
  expect(await troubledModule("export const agent = 1")).toContain(
    " ! the module cannot be loaded: it has no default export that is a function",
  );
  expect(await troubledModule("import './missing.mjs'")).toMatch(
    / ! the module cannot be loaded: Cannot find module .*\n(?:.*\n)*? +\| Error.*missing\.mjs/,
  );
  expect(await troubledModule("throw new Error('no key')")).toMatch(
    / ! the module cannot be loaded: no key\n(?:.*\n)*? +\| +at .*agent\.mjs:1:\d+/,
  );
});

/** Whether this Node runs TypeScript. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const stripsTypes = major > 22 || (major === 22 && minor >= 6);

test("a module in TypeScript runs if Node can run it, and is refused before anything starts otherwise", async () => {
  const cwd = files.write({ module: "agent.ts" });
  const agent = readFileSync(join(AGENTS, "order-desk-function.mjs"), "utf8");
  writeFileSync(join(cwd, "agent.ts"), `${agent}\nexport const isTyped: boolean = true;\n`);
  const { code, stdout, stderr } = await parley(["test"], { cwd });
  if (stripsTypes) {
    expect(stdout).toContain("1 passed");
    expect(code).toBe(0);
  } else {
    expect(stdout).toBe("");
    expect(stderr).toMatch(/Node 20\.[\d.]+ cannot run TypeScript\n {2}agent\.ts\n/);
    expect(stderr).toContain("hint: use Node 22.18 or newer, or a JavaScript file");
    expect(code).toBe(2);
  }
});

test("an agent in trouble does not hide a failure", async () => {
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
  const cwd = files.write(agent, [{ ...BOB, expect: ["never calls issue_refund"] }]);
  expect((await parley(["test"], { cwd })).code).toBe(9);
});
