/** Choosing callers, trying again, and several conversations of each caller. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

/** An agent that says "refund" in those of its conversations, counted from 0, that `isGood` picks. */
function unsteady(isGood: string, callers: readonly object[], more: object = {}): string {
  const cwd = files.write({ module: "agent.mjs" }, callers, more);
  writeFileSync(
    join(cwd, "agent.mjs"),
    `const seen = [];
    export default function agent({ simulation_result_id }) {
      if (!seen.includes(simulation_result_id)) seen.push(simulation_result_id);
      const n = seen.indexOf(simulation_result_id);
      return { message: ${isGood} ? "refund" : "no", end_conversation: true };
    }`,
  );
  return cwd;
}

const SAYS = ['says "refund"'];
const named = (name: string, more: object = {}) => ({ ...BOB, name, expect: SAYS, ...more });
const namesIn = (listed: string) =>
  listed
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t")[1]);

test("a caller that passes when it tries again is flaky, with the reason of its first failure", async () => {
  const cwd = unsteady("n > 0", [named("Ana")]);
  const once = await parley(["test"], { cwd });
  expect(once.code).toBe(9);
  const { code, stdout, stderr } = await parley(["test", "--retries", "2"], { cwd });
  expect(stdout).toMatch(/^ ~ Ana {2,}/m);
  expect(stdout).toContain('attempt 1: pass when agent says "refund" → condition never met');
  expect(stdout).toContain("attempt 2: passed");
  expect(stdout).toMatch(/^ 1 flaky {2}\(/m);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const { json } = await parley(["test", "--retries", "2", "--json"], { cwd });
  expect(json.counts).toMatchObject({ passed: 0, flaky: 1, failed: 0 });
  expect(json.files[0].callers[0].earlier).toMatchObject([{ outcome: "failed" }]);
});

test("a caller that never passes has failed after its last attempt", async () => {
  const cwd = unsteady("false", [named("Ana")]);
  expect((await parley(["test", "--retries", "2"], { cwd })).stdout).toMatch(/^ ✗ Ana {2,}3 attempts {2}/m);
  const { code, json } = await parley(["test", "--retries", "2", "--json"], { cwd });
  expect(code).toBe(9);
  expect(json.counts).toMatchObject({ failed: 1, flaky: 0 });
  expect(json.files[0].callers[0].earlier).toHaveLength(2);
});

test("--repeat says how often each caller passed, and --min-pass-rate decides whether that is enough", async () => {
  const cwd = unsteady("n % 4 !== 3", [named("Ana")]);
  const run = (rate: string) =>
    parley(["test", "--repeat", "4", "--workers", "1", "--min-pass-rate", rate], { cwd });
  const enough = await run("0.7");
  expect(enough.stdout).toContain(
    " Ana: 3 of 4 passed; pass@1 75%, pass@4 100%, pass^4 0% (enough: 70% required)\n 3 passed, 1 failed",
  );
  expect(enough.code).toBe(0);
  const few = await run("0.8");
  expect(few.stdout).toContain("(too few: 80% required)");
  expect(few.code).toBe(9);
});

test("the file says how many conversations and which share; a flag wins", async () => {
  const cwd = unsteady("n % 4 !== 3", [named("Ana")], { repeat: 4, min_pass_rate: 0.7 });
  const run = (...flags: string[]) => parley(["test", "--workers", "1", ...flags], { cwd });
  const said = await run();
  expect(said.stdout).toContain(
    "Ana: 3 of 4 passed; pass@1 75%, pass@4 100%, pass^4 0% (enough: 70% required)",
  );
  expect(said.code).toBe(0);
  const stricter = await run("--min-pass-rate", "0.9");
  expect(stricter.stdout).toContain("(too few: 90% required)");
  expect(stricter.code).toBe(9);
  const once = await run("--repeat", "1");
  expect(once.stdout).toMatch(/^ 1 passed {2}\(/m);
  expect(once.code).toBe(0);
});

test("each file has its own repetition; what does not go together is refused", async () => {
  const cwd = unsteady("true", [named("Ana")], { repeat: 2 });
  writeFileSync(
    join(cwd, "other.parley.yaml"),
    JSON.stringify({ kind: "Test", agent: { module: "agent.mjs" }, callers: { list: [named("Eve")] } }),
  );
  const { json } = await parley(["test", "--json"], { cwd });
  expect(json.counts).toMatchObject({ passed: 3 });
  expect(json.repeated).toMatchObject([{ name: "Ana", n: 2, min_pass_rate: 1 }]);
  const retried = await parley(["test", "--retries", "1"], { cwd });
  expect(retried.stderr).toContain("desk.parley.yaml has repeat: 2, which does not go with retries");
  expect(retried.code).toBe(2);
  const alone = unsteady("true", [named("Ana")], { min_pass_rate: 0.5 });
  const refused = await parley(["test"], { cwd: alone });
  expect(refused.stderr).toMatch(/desk\.parley\.yaml:17:20: min_pass_rate: needs repeat with at least 2/);
  expect(refused.code).toBe(2);
});

test("what could not be decided does not make a rate better", async () => {
  const sentence = "The agent apologizes for the trouble.";
  const cwd = unsteady("true", [named("Ana", { expect: [sentence] })]);
  const { code, stdout } = await parley(["test", "--repeat", "2", "--min-pass-rate", "0.1"], { cwd });
  expect(stdout).toContain("Ana: 0 of 2 passed, 2 without a verdict (too few: 10% required)");
  expect(code).toBe(9);
});

test("--tag", async () => {
  const callers = [named("Ana", { tags: ["smoke", "slow"] }), named("Bob", { tag: "slow" }), named("Eve")];
  const cwd = unsteady("true", callers);
  const listed = async (...args: string[]) =>
    namesIn((await parley(["test", "--list", ...args], { cwd })).stdout);
  expect(await listed("--tag", "slow")).toEqual(["Ana", "Bob"]);
  expect(await listed("--tag", "smoke")).toEqual(["Ana"]);
  const { code, stderr } = await parley(["test", "--tag", "smok"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('no chosen caller has the tag "smok"');
  expect(stderr).toContain("tags in these files: smoke, slow");
});

test("shards are about the same size, have each caller once, and do not depend on the order of the file", async () => {
  const callers = Array.from({ length: 10 }, (_, number) => named(`Caller ${number}`));
  const parts = async (list: readonly object[]) => {
    const cwd = unsteady("true", list);
    const shards = [1, 2, 3].map((index) => parley(["test", "--list", "--shard", `${index}/3`], { cwd }));
    return (await Promise.all(shards)).map(({ stdout }) => namesIn(stdout).toSorted());
  };
  const first = await parts(callers);
  expect(first.map(({ length }) => length)).toEqual([4, 3, 3]);
  expect(new Set(first.flat()).size).toBe(10);
  expect(await parts(callers.toReversed())).toEqual(first);
});

test("a shard without callers and options that contradict each other are mistakes", async () => {
  const cwd = unsteady("true", [named("Ana")]);
  for (const [args, said] of [
    [["--shard", "2/2"], "shard 2/2 has no callers: there are only 1"],
    [["--shard", "0/2"], 'must be <index>/<count>, such as 1/3, not "0/2"'],
    [["--retries", "1", "--repeat", "2"], "give --repeat or --retries, not both"],
    [["--min-pass-rate", "0.5"], "needs --repeat with at least 2 conversations"],
  ] as const) {
    const { code, stderr } = await parley(["test", ...args], { cwd });
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  }
});
