/** `matches snapshot` and --update. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

/** An agent that calls the tools which the caller's first words name, and says goodbye. */
function desk(calls: string, callers: readonly object[]): string {
  const cwd = files.write({ module: "agent.mjs" }, callers);
  behave(cwd, calls);
  return cwd;
}

const behave = (cwd: string, calls: string) =>
  writeFileSync(
    join(cwd, "agent.mjs"),
    `export default () => ({ tool_calls: ${calls}, message: "Done. Goodbye.", end_conversation: true });`,
  );

const SNAPPED = { ...BOB, expect: ["matches snapshot"] };
const LOOKED = '[{ name: "look", parameters: { order: "1182", as: "${now}" }, output: { at: Date.now() } }]';
const snapshots = (cwd: string) => readFileSync(join(cwd, "desk.snapshots.yaml"), "utf8");

test("without a snapshot it is not evaluated; --update keeps one; a change fails until it is accepted", async () => {
  const cwd = desk(LOOKED, [SNAPPED]);
  const first = await parley(["test"], { cwd });
  expect(first.stdout).toMatch(/^ \? Bob/m);
  expect(first.stdout).toContain("`parley test --update` keeps these tool calls");
  expect(first.code).toBe(9);
  expect(existsSync(join(cwd, "desk.snapshots.yaml"))).toBe(false);

  const kept = await parley(["test", "--update"], { cwd });
  expect(kept.stdout).toContain(" snapshots of Bob accepted: desk.snapshots.yaml\n 1 passed");
  expect(kept.code).toBe(0);
  expect(snapshots(cwd)).toMatch(
    /^# .*\ncallers:\n {2}Bob:\n {4}- name: look\n {6}parameters:\n {8}order: "1182"/,
  );
  // Outputs are the tools' business.
  expect(await parley(["test"], { cwd })).toMatchObject({ code: 0 });

  behave(cwd, '[{ name: "look", parameters: { order: "1183" } }, { name: "pay", parameters: {} }]');
  const changed = await parley(["test"], { cwd });
  expect(changed.stdout).toContain(
    'Snapshot: tool call 1 is look({"order":"1183"}), not look({"order":"1182","as":"${now}"})',
  );
  expect(changed.code).toBe(9);
  await parley(["test", "--update"], { cwd });
  expect((await parley(["test"], { cwd })).code).toBe(0);

  behave(cwd, '[{ name: "look", parameters: { order: "1183" } }]');
  const less = await parley(["test"], { cwd });
  expect(less.stdout).toContain("Snapshot: tool call 2 is missing: pay({})");
});

test("what fails for another reason is not accepted", async () => {
  const cwd = desk("[]", [{ ...BOB, expect: ["matches snapshot", "calls issue_refund"] }]);
  const { code, stdout } = await parley(["test", "--update"], { cwd });
  expect(stdout).toMatch(/^ ✗ Bob/m);
  expect(code).toBe(9);
  expect(existsSync(join(cwd, "desk.snapshots.yaml"))).toBe(false);
});

test("--update touches only the callers that were run, and forgets those that are gone", async () => {
  const cwd = desk('[{ name: "one", parameters: {} }]', [SNAPPED, { ...SNAPPED, name: "Ana" }]);
  await parley(["test", "--update"], { cwd });
  behave(cwd, '[{ name: "two", parameters: {} }]');
  await parley(["test", "--update", "-t", "Ana"], { cwd });
  expect(snapshots(cwd)).toMatch(/Bob:\n {4}- name: one[\s\S]*Ana:\n {4}- name: two/);
  const again = files.write({ module: "agent.mjs" }, [{ ...SNAPPED, name: "Ana" }]);
  behave(again, '[{ name: "two", parameters: {} }]');
  writeFileSync(join(again, "desk.snapshots.yaml"), snapshots(cwd));
  await parley(["test", "--update"], { cwd: again });
  expect(snapshots(again)).not.toContain("Bob");
  expect(snapshots(again)).toContain("Ana");
});

test("every conversation of --repeat must do the same", async () => {
  const cwd = files.write({ module: "agent.mjs" }, [SNAPPED]);
  writeFileSync(
    join(cwd, "agent.mjs"),
    `let n = 0;
    export default () => ({ tool_calls: [{ name: "draw", parameters: { n: n++ } }], message: "Bye.", end_conversation: true });`,
  );
  const { code, json } = await parley(["test", "--update", "--repeat", "2", "--workers", "1", "--json"], {
    cwd,
  });
  expect(json.counts).toMatchObject({ passed: 1, failed: 1 });
  expect(code).toBe(9);
});

test("mistakes in snapshots are refused", async () => {
  const cwd = desk("[]", [SNAPPED]);
  const retried = await parley(["test", "--update", "--retries", "1"], { cwd });
  expect(retried.stderr).toContain("accepts what the agent does at once: leave out --retries");
  expect(retried.code).toBe(2);
  writeFileSync(join(cwd, "desk.snapshots.yaml"), "callers:\n  Bob:\n    - nam: look\n");
  const broken = await parley(["test"], { cwd });
  expect(broken.stderr).toMatch(/desk\.snapshots\.yaml:3:7: /);
  expect(broken.code).toBe(2);
  const nearly = await parley(["test"], { cwd: desk("[]", [{ ...BOB, expect: ["matches snapshots"] }]) });
  expect(nearly.stderr).toMatch(
    /desk\.parley\.yaml:\d+:\d+: callers\.list\.0\.expect\.0: write `matches snapshot`/,
  );
  const inTurn = files.write({ module: "agent.mjs" }, [
    { name: "Word for word", turns: [{ say: "Hello.", expect: ["matches snapshot"] }] },
  ]);
  behave(inTurn, "[]");
  const refused = await parley(["test"], { cwd: inTurn });
  expect(refused.stderr).toContain("a snapshot is of the whole conversation");
  const applied = await parley(["dh", "apply", "-f", "desk.parley.yaml", "--simulation", "7", "--yes"], {
    cwd: desk("[]", [SNAPPED]),
    env: { PARLEY_BASE_URL: "http://127.0.0.1:9", PARLEY_API_KEY: "pk_x" },
  });
  expect(applied.stderr).toMatch(/desk\.parley\.yaml:\d+:\d+: .*only `parley test` knows the snapshot/);
});
