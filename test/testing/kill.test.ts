import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { processesWith } from "../support/leftovers.ts";
import { AGENTS, useFolder, webhook } from "../support/testing.ts";
import { killAtRandom } from "./kills.ts";

const parley = useCli();
const files = useFolder();

test("kills at random moments leave no process", async () => {
  await killAtRandom(parley, files, { times: 6, agents: AGENTS, signals: ["SIGKILL", "SIGTERM", "SIGINT"] });
});

test("Ctrl-C ends with 130, and the last run stays readable", async () => {
  const agent = await webhook("late");
  const cwd = files.write({ ...agent, env: { ...agent.env, MARK: "parley-mark-ctrl-c" } });
  const first = files.write({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true });
  await parley(["test"], { cwd: first });
  const child = parley.start(["test"], { cwd });
  await expect.poll(() => processesWith("parley-mark-ctrl-c").length).toBeGreaterThan(0);
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(130);
  await expect.poll(() => processesWith("parley-mark-ctrl-c")).toEqual([]);
  expect(JSON.parse(readFileSync(join(first, ".parley/test/last-run.json"), "utf8")).counts.passed).toBe(1);
});

const CALLERS = ["Good", "Bad", "Slow", "Last"].map((name) => ({
  name,
  turns: [{ say: `This is ${name}.`, expect: ['says "confirmed"'] }],
}));

/** Answers all but Slow, whose turn it only marks as heard. It ignores polite signals. */
const HALF_MUTE = `
import { writeFileSync } from "node:fs";
process.on("SIGTERM", () => {});
export default ({ message }) => {
  if (message.includes("Slow")) {
    writeFileSync("heard", "");
    return new Promise((done) => setTimeout(done, 120_000));
  }
  return { message: message.includes("Bad") ? "No." : "It is confirmed.", end_conversation: true };
};`;

/** A run of two files that is interrupted while a caller of the first waits for an answer. */
async function interrupted(mark: string, flags: readonly string[], times = 1) {
  const cwd = files.write({ module: "agent.mjs", env: { MARK: mark } }, CALLERS);
  writeFileSync(join(cwd, "agent.mjs"), HALF_MUTE);
  const other = { kind: "Test", agent: { module: "agent.mjs" }, callers: { list: CALLERS } };
  writeFileSync(join(cwd, "other.parley.yaml"), JSON.stringify(other));
  const child = parley.start(["test", "--workers", "1", ...flags], { cwd });
  const printed = Promise.all(
    [child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream)),
  );
  const closed = once(child, "close");
  await expect.poll(() => existsSync(join(cwd, "heard")), { timeout: 20_000 }).toBe(true);
  child.kill("SIGINT");
  if (times > 1) {
    // The program tells a second signal from an echo of the first.
    await sleep(300);
    child.kill("SIGINT");
  }
  const [code] = await closed;
  const [stdout = "", stderr = ""] = await printed;
  await expect.poll(() => processesWith(mark), { timeout: 15_000 }).toEqual([]);
  return { cwd, code, stdout, stderr };
}

test("Ctrl-C keeps the verdicts that were reached, and what was not run is not a pass", async () => {
  const reports = ["json", "junit", "html"].flatMap((name) => ["--reporter", `${name}=report.${name}`]);
  const { cwd, code, stdout, stderr } = await interrupted("parley-mark-verdicts", reports);
  expect(code).toBe(130);
  expect(stdout).toContain(" ✗ Bad");
  expect(stdout).toContain('pass when agent says "confirmed" → condition never met');
  expect(stdout).toContain(" 1 passed, 1 failed, 6 not run  (");
  expect(stderr).toContain(
    "report: report.json, report.junit, report.html\nrerun: `parley test --last-failed`",
  );
  expect(stderr).toMatch(/^error: interrupted; 6 callers not run$/m);
  const read = (name: string) => readFileSync(join(cwd, `report.${name}`), "utf8");
  const { counts, files: told } = JSON.parse(read("json"));
  expect(counts).toMatchObject({ passed: 1, failed: 1, not_run: 6, agent_failed: 0, not_evaluated: 0 });
  const outcomes = (place: number) =>
    told[place].callers.map(({ name, outcome }: Record<string, string>) => [name, outcome]);
  expect(outcomes(0)).toEqual([
    ["Good", "passed"],
    ["Bad", "failed"],
    ["Slow", "not_run"],
    ["Last", "not_run"],
  ]);
  expect(outcomes(1)).toEqual(CALLERS.map(({ name }) => [name, "not_run"]));
  expect(told[0].callers[2].reason).toBe("interrupted");
  expect(read("junit").match(/<skipped\/>/g)).toHaveLength(6);
  expect(read("html").match(/"standing":"none"/g)).toHaveLength(6);
  // What was not run is run next.
  const { stdout: left } = await parley(["test", "--last-failed", "--list"], { cwd });
  expect(left.match(/^\w+\.parley\.yaml\t\w+/gm)).toHaveLength(7);
  expect(left).not.toMatch(/^desk\.parley\.yaml\tGood/m);
});

test("a second Ctrl-C does not wait for the agent", async () => {
  const { code, stdout } = await interrupted("parley-mark-twice", [], 2);
  expect(code).toBe(130);
  // The agent takes two seconds to end, and only then is anything printed.
  expect(stdout).toBe("");
});
