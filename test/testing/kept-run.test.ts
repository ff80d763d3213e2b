/** What is kept of a run, shown in the console, and run again when a file changes. */
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { processesWith } from "../support/leftovers.ts";
import { AGENTS, BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** What a command that runs until Ctrl-C has written so far. */
function begin(args: readonly string[], cwd: string) {
  const child = parley.start(args, { cwd });
  running.push(child);
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  const says = (text: string | RegExp) => expect.poll(() => written, { interval: 20 }).toMatch(text);
  return { child, says, written: () => written };
}

const PYTHON = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };

test("--ui serves the console over the last run, and other commands work on it", async () => {
  const cwd = files.write(PYTHON, [{ ...BOB, expect: ["never calls issue_refund"] }]);
  const none = await parley(["test", "--ui"], { cwd });
  expect(none.stderr).toContain("no last run in this folder\n  --ui");
  expect(none.code).toBe(2);
  const ran = await parley(["test"], { cwd });
  expect(ran.stderr).toContain("look: `parley test --ui`");
  expect(readFileSync(join(cwd, ".parley/test/.gitignore"), "utf8")).toBe("*\n");
  const { child, says, written } = begin(["test", "--ui"], cwd);
  await says("stop with Ctrl-C");
  const [, url = ""] = /^desk\.parley\.yaml: (http:\S+)\/#\/sign-in\/\S+$/m.exec(written()) ?? [];
  const page = await fetch(url);
  expect(page.headers.get("content-type")).toContain("text/html");
  const [, key] = /PARLEY_API_KEY=([\w-]+)/.exec(written()) ?? [];
  const env = { PARLEY_BASE_URL: url, PARLEY_API_KEY: key };
  expect(await parley(["sim", "replay", "1"], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("the same"),
  });
  expect((await parley(["sim", "results", "1"], { env })).stdout).toMatch(/^1\tBob\tfailed\t/m);
  child.kill("SIGINT");
  expect((await once(child, "exit"))[0]).not.toBe(1);
  // The next run replaces what is kept.
  expect((await parley(["test"], { cwd })).code).toBe(9);
  expect(existsSync(join(cwd, ".parley/test/stores/1/service.lock"))).toBe(false);
});

test("--watch runs what failed first, then the others, and survives a mistake in the file", async () => {
  const mark = `parley-mark-${randomUUID()}`;
  const callers = [
    { ...BOB, name: "Ana" },
    { ...BOB, expect: ['says "blue"'] },
  ];
  const agent = { module: "agent.mjs", env: { MARK: mark } };
  const cwd = files.write(agent, callers);
  const answer = (message: string) =>
    writeFileSync(
      join(cwd, "agent.mjs"),
      `import { writeFileSync } from "node:fs";
      export default () => {
        writeFileSync("state.json", String(Math.random()));
        const tool_calls = [{ name: "issue_refund", parameters: {} }];
        return { message: ${JSON.stringify(message)}, tool_calls, end_conversation: true };
      }`,
    );
  answer("confirmed");
  const { child, says, written } = begin(["test", "--watch"], cwd);
  await says(/1 passed, 1 failed[\s\S]*waiting for changes/);
  const seen = () => written().split("waiting for changes").length;
  expect(seen()).toBe(2);
  const wholeFile = readFileSync(join(cwd, "desk.parley.yaml"), "utf8");
  answer("confirmed blue");
  await says(/agent\.mjs has changed\n[\s\S]* 1 passed [\s\S]* 1 passed [\s\S]*waiting for changes/);
  writeFileSync(join(cwd, "desk.parley.yaml"), wholeFile.replace("blue", "blue|||").replace("{", "[{"));
  await says(/desk\.parley\.yaml has changed\nerror: [\s\S]*waiting for changes/);
  writeFileSync(join(cwd, "desk.parley.yaml"), wholeFile);
  await says(/ 2 passed /);
  // The file that the agent writes while it works starts nothing.
  await expect.poll(seen, { interval: 20 }).toBe(5);
  child.kill("SIGINT");
  await once(child, "exit");
  await expect.poll(() => processesWith(mark)).toEqual([]);
});

test("--watch, --ui and --list do not go together, and --ui takes no files", async () => {
  const cwd = files.write(PYTHON);
  for (const [args, said] of [
    [["--watch", "--ui"], "give one of --watch, --ui and --list"],
    [["--watch", "--reporter", "json"], "--watch prints for people\n  --reporter"],
    [["--ui", "desk.parley.yaml"], "shows the last run, whatever its files\n  --ui"],
  ] as const) {
    const { code, stderr } = await parley(["test", ...args], { cwd });
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  }
});
