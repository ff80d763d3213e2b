/** What was reached: in `parley test`, and in the runs of a service. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { AGENTS, BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
let served: Served;
beforeAll(async () => {
  served = await startService(parley);
});
afterAll(() => served.stop("SIGTERM"));

const env = () => ({
  PARLEY_BASE_URL: served.url,
  PARLEY_API_KEY: served.organizations[0]?.api_key ?? "",
});

/** Each sentence with its rule, and what becomes of it when the careless desk gives a refund: counted by hand. */
const RULES = [
  [
    "Call issue_refund only after lookup_order.",
    "na   when tool issue_refund never called\nfail when tool issue_refund called before tool lookup_order called",
    "broken",
  ],
  [
    "Call lookup_order at most once.",
    "na   when tool lookup_order never called\npass when tool lookup_order called at most 1 times",
    "kept",
  ],
  ["Never call delete_order.", "fail when tool delete_order called", "kept"],
  ["Never say that something is guaranteed.", 'fail when agent says "guaranteed"', "kept"],
  [
    "Call cancel_order only after lookup_order.",
    "na   when tool cancel_order never called\nfail when tool cancel_order called before tool lookup_order called",
    "never_met",
  ],
  [
    "Call ship_order at most once.",
    "na   when tool ship_order never called\npass when tool ship_order called at most 1 times",
    "never_met",
  ],
  [
    "Confirm every refund.",
    'na   when tool issue_refund never called\npass when agent says "confirmed"',
    "kept",
  ],
  [
    "Never refund more than 100 with issue_refund.",
    'na   when tool issue_refund never called\nfail when tool issue_refund called with {"amount": {"$gt": 100}}',
    "kept",
  ],
] as const;

const LOOKS_FIRST = "fail when tool issue_refund called before tool lookup_order called";
const TOOLS = ["lookup_order", "issue_refund", "cancel_order"];

function desk(): string {
  const agent = { command: `node ${join(AGENTS, "order-desk-lines.mjs")} careless`, stdio: true };
  const tools = TOOLS.map((name) => ({ name }));
  const cwd = files.write({ ...agent, tools }, [BOB], { policies: "rules.policies.yaml" });
  const policies = RULES.map(([sentence, rule]) => ({ sentence, rule, status: "accepted" }));
  writeFileSync(join(cwd, "rules.policies.yaml"), JSON.stringify({ kind: "Policies", policies }));
  return cwd;
}

const byHand = RULES.map(([name, , standing]) => ({ name, standing }));
const MET = "policies 6 of 8, tools 2 of 3";

test("what a test has met of an agent with eight rules is what a person counts", async () => {
  const cwd = desk();
  const told = await parley(["test"], { cwd });
  expect(told.stdout).toContain(`\n met: ${MET}\n`);
  const { json } = await parley(["test", "--json"], { cwd });
  const { policies, tools } = json.files[0].coverage;
  expect(policies).toMatchObject({ met: 6, total: 8, share: 0.75, items: byHand });
  expect(tools.items.map(({ standing }: { standing: string }) => standing)).toEqual([
    "reached",
    "reached",
    "never_met",
  ]);
});

test("a run of a service has met the same, and its gate names what is missing", async () => {
  const cwd = desk();
  const { json: run } = await parley(["test", "--service", "--json"], { cwd, env: env() });
  const id = String(run.files[0].runs[0].simulation_run_id);
  const { code, json } = await parley(["sim", "coverage", id, "--json"], { env: env() });
  expect(code).toBe(0);
  expect(json).toMatchObject({ conversations: 1, policies: { met: 6, total: 8, items: byHand } });
  const gate = await parley(["sim", "coverage", id, id, "--min-coverage", "policies=0.9"], { env: env() });
  expect(gate.code).toBe(9);
  expect(gate.stdout).toMatch(/^ {2}never met {2}Call ship_order at most once\.$/m);
  expect(gate.stdout).toMatch(
    /^for what was never met: parley dh generate --agent \d+ --probe 8 --simulation \d+$/m,
  );
  expect(gate.stdout).toContain("--goal 'Cancel an order (cancel_order)'");
  expect(gate.stdout).toContain("not enough: policies: 6 of 8 met (75%); 90% required\n");
  const enough = ["sim", "coverage", id, "--min-coverage", "policies=0.7"];
  expect(await parley(enough, { env: env() })).toMatchObject({ code: 0 });
});

test("an accepted policy whose sentence the prompt does not have is refused, and nobody calls", async () => {
  const cwd = desk();
  const prompt = ["You are an order desk.", ...RULES.slice(1).map(([sentence]) => `- ${sentence}`)].join(
    "\n",
  );
  const file = join(cwd, "desk.parley.yaml");
  writeFileSync(
    join(cwd, "prompt.md"),
    `${prompt}\n- Call issue_refund only after lookup_order has found it.\n`,
  );
  const form = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...form, agent: { ...form.agent, prompt: "prompt.md" } }));
  const { code, stdout, stderr } = await parley(["test"], { cwd });
  expect(stderr).toContain("1 of 8 policies would not apply");
  expect(stderr).toContain(
    'the prompt has no sentence "Call issue_refund only after lookup_order."; it has "Call issue_refund only after lookup_order has found it."',
  );
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

test("the gate of a test fails a run in which every caller passes", async () => {
  const cwd = desk();
  writeFileSync(
    join(cwd, "rules.policies.yaml"),
    JSON.stringify({
      kind: "Policies",
      policies: RULES.slice(1).map(([sentence, rule]) => ({ sentence, rule, status: "accepted" })),
    }),
  );
  expect(await parley(["test", "--min-coverage", "policies=0.7"], { cwd })).toMatchObject({ code: 0 });
  const { code, stdout } = await parley(["test", "--min-coverage", "policies=0.9"], { cwd });
  expect(code).toBe(9);
  expect(stdout).toContain("✗ coverage: desk.parley.yaml: policies: 5 of 7 met (71.4%); 90% required");
  expect(await parley(["test", "--min-coverage", "rows=0.9"], { cwd })).toMatchObject({ code: 2 });
  expect(await parley(["test", "--min-coverage", "tools=2"], { cwd })).toMatchObject({ code: 2 });
});

test("the failures of a run are grouped by the clause that they fail by", async () => {
  const cwd = files.write({ command: `node ${join(AGENTS, "order-desk-lines.mjs")} careless`, stdio: true }, [
    ...["Ana", "Ben"].map((name) => ({ ...BOB, name, expect: [LOOKS_FIRST] })),
    { ...BOB, name: "Cem", expect: ['says "guaranteed"'] },
    BOB,
  ]);
  // Another name is another agent, without the policies of the one before.
  renameSync(join(cwd, "desk.parley.yaml"), join(cwd, "groups.parley.yaml"));
  const { json: run } = await parley(["test", "--service", "--json"], { cwd, env: env() });
  const id = String(run.files[0].runs[0].simulation_run_id);
  const { json } = await parley(["sim", "results", id, "--group", "--json"], { env: env() });
  expect(json).toMatchObject({
    conversations: 4,
    failed: 3,
    groups: [{ criterion: "Success criteria", clause: LOOKS_FIRST, tool: "issue_refund" }, {}],
  });
  expect(json.groups[0].conversations).toHaveLength(2);
  const { stdout } = await parley(["sim", "results", id, "--group"], { env: env() });
  expect(stdout).toMatch(
    /^3 of 4 conversations failed\n2 of 3: Success criteria: fail when tool issue_refund called before/,
  );
});
