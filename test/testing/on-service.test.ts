/** `parley test --service`, with the real program and a real service. */
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { AGENTS, BOB, freePort, useFolder, webhook } from "../support/testing.ts";

const parley = useProgram();
const cli = useCli();
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
const run = (cwd: string, ...flags: string[]) => parley(["test", "--service", ...flags], { cwd, env: env() });
const ask = async (...args: string[]) => (await parley([...args, "--json"], { env: env() })).json;

test("an http agent: verdicts, exit codes, and the same callers and simulation in the next run", async () => {
  const cwd = files.write(await webhook("careless"), [
    BOB,
    { ...BOB, name: "Ana", expect: ["fail when tool issue_refund called before tool lookup_order called"] },
  ]);
  const failed = await run(cwd);
  expect(failed.stdout).toMatch(/^ run \d+ of simulation \d+$/m);
  expect(failed.stdout).toMatch(/^ ✗ Ana/m);
  expect(failed.stdout).toContain(" 1 passed, 1 failed");
  // The caller speaks first, as without --service.
  expect(failed.stdout).toMatch(/^ +0:00\.\d {2}USER .*refund.*\n +0:00\.\d {2}AGENT/m);
  expect(failed.stderr).toMatch(/rerun: `parley test -t Ana --service` {2}look: `parley sim results \d+`/);
  expect(failed.code).toBe(9);
  const fixed = await run(cwd, "--json", "--", "node", `${AGENTS}/order-desk.mjs`);
  expect(fixed.json.counts).toMatchObject({ passed: 2, failed: 0 });
  expect(fixed.code).toBe(0);
  const simulations = (await ask("sim", "list", "--query", "simulations")).filter(
    ({ name }: { name: string }) => name === "desk",
  );
  expect(simulations).toHaveLength(1);
  expect(simulations[0].digital_human_ids).toHaveLength(2);
  const [started] = fixed.json.files[0].runs;
  expect(started.simulation_id).toBe(simulations[0].id);
});

test("a module and an agent on stdio speak too; what cannot be judged is not a pass", async () => {
  const module = { module: `order-desk.mjs` };
  const spoken = { command: `python3 ${AGENTS}/order-desk.py`, stdio: true };
  const cwd = files.write(spoken, [
    { ...BOB, expect: [...(BOB["expect"] as string[]), "The agent is kind."] },
  ]);
  const { code, stdout } = await run(cwd);
  expect(stdout).toMatch(/^ \? Bob/m);
  expect(stdout).toContain(" 1 not evaluated");
  expect(code).toBe(9);
  const other = files.write(module, [{ ...BOB, name: "Eve", expect: ['says "refund"'] }]);
  writeFileSync(
    `${other}/order-desk.mjs`,
    'export default () => ({ message: "Your refund is done. Goodbye.", end_conversation: true });',
  );
  const passed = await run(other);
  expect(passed.stdout).toContain(" 1 passed");
  expect(passed.code).toBe(0);
});

test("an agent that dies is not a failed expectation", async () => {
  const cwd = files.write({ module: "agent.mjs" });
  writeFileSync(`${cwd}/agent.mjs`, 'export default () => { throw new Error("no database"); };');
  const { code, stdout } = await run(cwd);
  expect(stdout).toContain(" ! Bob: the agent threw an error: no database");
  expect(code).toBe(7);
});

const KEYS = `JSON.stringify({
  key: process.env.PARLEY_API_KEY ?? null,
  model_key: process.env.PARLEY_LLM_API_KEY ?? null,
  url: process.env.PARLEY_BASE_URL ?? null,
  secret: process.env.PARLEY_WEBHOOK_SECRET ?? null,
})`;

/** An agent behind a webhook that writes what it gets from Parley into `told.json`. */
async function telling(cwd: string, env: object = {}): Promise<string> {
  const port = await freePort();
  writeFileSync(
    join(cwd, "agent.mjs"),
    `import { createServer } from "node:http";
    import { writeFileSync } from "node:fs";
    writeFileSync("told.json", ${KEYS});
    createServer((request, response) => {
      request.resume();
      response.end(JSON.stringify({ message: "Your refund is confirmed. Goodbye.", end_conversation: true }));
    }).listen(${port}, "127.0.0.1");`,
  );
  const agent = { command: "node agent.mjs", http: `http://127.0.0.1:${port}/`, env };
  const file = { kind: "Test", agent, callers: { list: [{ ...BOB, expect: ['says "confirmed"'] }] } };
  writeFileSync(join(cwd, "desk.parley.yaml"), JSON.stringify(file));
  return cwd;
}

test("an agent that Parley starts never gets the key of the service, unless its file names one", async () => {
  const cwd = await telling(files.write(undefined));
  const surroundings = { ...env(), PARLEY_LLM_API_KEY: "sk-judge" };
  const told = () => JSON.parse(readFileSync(join(cwd, "told.json"), "utf8"));
  const onService = await parley(["test", "--service"], { cwd, env: surroundings });
  expect(onService.code).toBe(0);
  expect(told()).toEqual({
    key: null,
    model_key: null,
    url: served.url,
    secret: expect.stringMatching(/^whsec_/),
  });
  // Here, it gets the key of a service that exists for this test alone.
  expect((await parley(["test"], { cwd, env: surroundings })).code).toBe(0);
  expect(told()).toMatchObject({ key: expect.stringMatching(/^pk_/), model_key: null });
  expect(told().key).not.toBe(surroundings.PARLEY_API_KEY);
  expect(told().url).not.toBe(served.url);
  await telling(cwd, { PARLEY_API_KEY: "$" + "{AGENT_KEY}" });
  await parley(["test", "--service"], { cwd, env: { ...surroundings, AGENT_KEY: "pk_for_the_agent" } });
  expect(told().key).toBe("pk_for_the_agent");
});

test("a module gets no key either, wherever it runs", async () => {
  const cwd = files.write({ module: "agent.mjs" }, [{ ...BOB, expect: ['says "confirmed"'] }]);
  writeFileSync(
    join(cwd, "agent.mjs"),
    `import { writeFileSync } from "node:fs";
    writeFileSync("told.json", ${KEYS});
    export default () => ({ message: "It is confirmed. Goodbye.", end_conversation: true });`,
  );
  for (const flags of [["--service"], []]) {
    expect((await parley(["test", ...flags], { cwd, env: env() })).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "told.json"), "utf8")).key).toBeNull();
  }
});

test("policies: an accepted one fails the conversation, a proposed one is only suspected", async () => {
  const cwd = files.write(
    { command: `python3 ${AGENTS}/order-desk.py`, stdio: true },
    [{ ...BOB, expect: ["calls issue_refund"] }],
    { policies: "policies.yaml" },
  );
  const policy = {
    sentence: "Never confirm anything.",
    rule: 'fail when agent says "confirmed"',
    reads: "never says confirmed",
  };
  for (const [status, code, said] of [
    ["accepted", 9, "Policy: Never confirm anything"],
    ["proposed", 0, "suspected, not failed (Bob)"],
  ] as const) {
    const policies = { kind: "Policies", policies: [{ ...policy, status }] };
    writeFileSync(join(cwd, "policies.yaml"), JSON.stringify(policies));
    const ran = await run(cwd);
    expect(ran.stdout).toContain(said);
    expect(ran.code).toBe(code);
  }
});

test("--repeat and --retries count as they do without a service", async () => {
  const cwd = files.write({ module: "agent.mjs" }, [{ ...BOB, expect: ['says "refund"'] }]);
  const good = (which: string) =>
    writeFileSync(
      join(cwd, "agent.mjs"),
      `const seen = [];
      export default ({ simulation_result_id: id }) => {
        if (!seen.includes(id)) seen.push(id);
        const n = seen.indexOf(id);
        return { message: ${which} ? "Your refund is done." : "No.", end_conversation: true };
      };`,
    );
  good("n % 4 !== 3");
  const repeated = await run(cwd, "--repeat", "4", "--min-pass-rate", "0.7");
  expect(repeated.stdout).toContain(
    "Bob: 3 of 4 passed; pass@1 75%, pass@4 100%, pass^4 0% (enough: 70% required)",
  );
  expect(repeated.code).toBe(0);
  good("n > 0");
  expect((await run(cwd)).code).toBe(9);
  const retried = await run(cwd, "--retries", "2", "--json");
  expect(retried.json.counts).toMatchObject({ flaky: 1, passed: 0, failed: 0 });
  expect(retried.json.files[0].runs).toHaveLength(2);
  expect(retried.code).toBe(0);
});

test("Ctrl-C keeps the verdicts that the service has reached, and ends the rest there", async () => {
  const callers = ["Good", "Slow"].map((name) => ({
    name,
    turns: [{ say: `This is ${name}.`, expect: ['says "confirmed"'] }],
    expect: ["calls issue_refund"],
  }));
  const cwd = files.write({ module: "agent.mjs" }, callers);
  const agent = `
    import { writeFileSync } from "node:fs";
    export default async ({ message }) => {
      if (message.includes("Slow")) {
        // The verdict about the other one is reached meanwhile.
        setTimeout(() => writeFileSync("heard", ""), 3000);
        await new Promise((done) => setTimeout(done, 120_000));
      }
      const tool_calls = [{ name: "issue_refund", parameters: {}, output: {} }];
      return { tool_calls, message: "It is confirmed.", end_conversation: true };
    };`;
  writeFileSync(join(cwd, "agent.mjs"), agent);
  const child = cli.start(["test", "--service", "--json"], { cwd, env: env() });
  const [out, errors] = [child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream));
  const closed = once(child, "close");
  await expect.poll(() => existsSync(join(cwd, "heard")), { timeout: 30_000 }).toBe(true);
  child.kill("SIGINT");
  expect(await closed).toEqual([130, null]);
  const [{ callers: told, runs }] = JSON.parse((await out) ?? "").files;
  expect(told.map(({ name, outcome }: Record<string, string>) => [name, outcome])).toEqual([
    ["Good", "passed"],
    ["Slow", "not_run"],
  ]);
  expect(await errors).toContain('"message":"interrupted; 1 caller not run"');
  const { simulation_results } = await ask("sim", "results", String(runs[0].simulation_run_id));
  expect(simulation_results.every(({ ended_at }: { ended_at: string | null }) => ended_at !== null)).toBe(
    true,
  );
});
