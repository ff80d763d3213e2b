/** Every face shows the same figures of one run, and of the same calls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passRate } from "../../src/contract/rules/outcomes.ts";
import { countsOf } from "../../src/results/report.ts";
import { runOverview, runs } from "../../src/web/console/data.ts";
import { submit } from "../support/evaluations.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { talkTo, use } from "../support/mcp.ts";
import { callsWith, useService } from "../support/service.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

/** Seven conversations: three pass, two fail, and for two nobody can say, because no model is configured. */
const [PASSED, FAILED, INCONCLUSIVE] = [3, 2, 2];
const TOTAL = PASSED + FAILED + INCONCLUSIVE;
const OUTCOMES = { passed: PASSED, failed: FAILED, inconclusive: INCONCLUSIVE, running: 0 };
const IN_WORDS = "3 passed, 2 failed, 2 inconclusive";
const REASON = "3 of 7 passed (42.9%); 100% required";

const agent = useTextAgent(orderDesk);
const service = useService(() => {
  const seed = orderDeskSeed(agent.url(), 1, 4);
  const [organization] = seed.organizations;
  const [simulation] = organization?.simulations ?? [];
  const [caller] = simulation?.digital_humans ?? [];
  const named = (name: string, num_runs: number, success_criteria: string) => ({
    ...{ ...caller, id: undefined, name, num_runs, success_criteria },
  });
  const digital_humans = [
    named("Content", PASSED, '@rules\npass when agent says "cancelled"'),
    named("Disappointed", FAILED, '@rules\nfail when agent says "cancelled"'),
    named("Undecided", INCONCLUSIVE, "The agent is friendly."),
  ];
  return { ...seed, organizations: [{ ...organization, simulations: [{ ...simulation, digital_humans }] }] };
});
const cli = useProgram(service);
const summary = () => join(cli.home, "summary.md");
const parley = (...args: string[]) =>
  cli(args, { env: { PARLEY_API_KEY: "pk_acme", GITHUB_STEP_SUMMARY: summary() } });
const read = (name: string) => readFileSync(join(cli.home, name), "utf8");

/** The contents of an HTML report. */
function overviewIn(name: string) {
  const [, report = ""] =
    /<script type="application\/json" id="report">(.*?)<\/script>/s.exec(read(name)) ?? [];
  return JSON.parse(report).overview;
}

describe("a run", () => {
  let run = "";
  const { fetch } = globalThis;
  beforeAll(async () => {
    Object.assign(agent.service, { url: service.url(), key: "pk_acme" });
    // The console asks the service that it comes from. Here that is this one, with a key for the cookie.
    globalThis.fetch = (path, init) =>
      fetch(new URL(String(path), service.url()), {
        ...init,
        headers: { ...init?.headers, "X-API-Key": "pk_acme" },
      });
    const started = await parley("sim", "start", "7", "--json");
    run = String(started.json.simulation_run_id);
    await parley("sim", "wait", "7", "--run", run, "--poll", "0.2");
  });
  afterAll(() => {
    globalThis.fetch = fetch;
  });

  test("the gate, as text", async () => {
    const { code, stdout } = await parley("sim", "wait", "7", "--run", run);
    expect(code).toBe(9);
    expect(stdout).toContain(`run ${run} COMPLETED, 7 of 7 done: ${IN_WORDS}\n`);
    expect(stdout).toContain(`not passed: ${REASON}\n`);
  });

  test("the gate, as JSON and as a page", async () => {
    const { json } = await parley("sim", "wait", "7", "--run", run, "--report", "html=run.html", "--json");
    expect(json).toMatchObject({ pass_rate: PASSED / TOTAL, outcomes: OUTCOMES, reason: REASON });
    const counts = countsOf(overviewIn("run.html"));
    expect(counts).toEqual(json.outcomes);
    expect(passRate(counts)).toBe(json.pass_rate);
  });

  test("the table of runs", async () => {
    const { stdout } = await parley("sim", "runs", "7");
    const [id, , passed, failed, total, , inconclusive] = stdout.split("\n").at(-2)?.split("\t") ?? [];
    expect([id, passed, failed, total, inconclusive]).toEqual([run, "3", "2", "7", "2"]);
  });

  test("the console: its list of runs, and the page of the run", async () => {
    const counts = countsOf(await runOverview(run));
    expect(counts).toMatchObject(OUTCOMES);
    const listed = (await runs()).find(({ id }) => id === run);
    expect(listed?.counts).toEqual(counts);
    expect(passRate(counts)).toBe(PASSED / TOTAL);
  });

  test("the same callers in a release check: terminal, JSON, JUnit, step summary and page", async () => {
    const checked = await parley(
      ...["release", "check", "7", "--json", "--poll", "0.2", "--report", "html=check.html"],
      ...["--report", "junit=check.xml"],
    );
    expect(checked.code).toBe(9);
    expect(checked.json).toMatchObject({ total: TOTAL, passed: PASSED, failed: FAILED, outcomes: OUTCOMES });
    expect(read("summary.md")).toContain(`7 tests: ${IN_WORDS};`);
    const outcomes = read("check.xml").match(
      /<testcase name="[^"]*› outcome"[^>]*?(?:\/>|>.*?<\/testcase>)/gs,
    );
    const having = (part: string) => outcomes?.filter((outcome) => outcome.includes(part)).length;
    expect([outcomes?.length, having("<failure"), having("<error")]).toEqual([TOTAL, FAILED, INCONCLUSIVE]);
    expect(countsOf(overviewIn("check.html"))).toMatchObject(OUTCOMES);
  });

  test("an assistant's run", async () => {
    const client = await talkTo(
      Object.assign((args: readonly string[]) => parley(...args), {
        home: cli.home,
        environment: () => ({ ...cli.environment(), PARLEY_API_KEY: "pk_acme" }),
        start: (args: readonly string[], options = {}) =>
          cli.start(args, { ...options, env: { PARLEY_API_KEY: "pk_acme" } }),
      }),
      ["--allow", "write"],
      { says: () => true },
    );
    const { data } = await use(client, "run_simulation", { simulation_id: 7 });
    expect(data).toMatchObject({ passed: false, pass_rate: PASSED / TOTAL, outcomes: OUTCOMES });
  });
});

describe("calls", () => {
  const transcript = [
    { speaker: "AGENT", utterance: "This line is recorded.", start_offset_ms: 0, end_offset_ms: 1200 },
    { speaker: "USER", utterance: "Fine.", start_offset_ms: 1500, end_offset_ms: 1900 },
  ];
  const ids: string[] = [];
  beforeAll(async () => {
    const acme = callsWith(service.url(), "pk_acme");
    const { agent_id } = await makeAgent(acme);
    for (const metric of [
      { name: "Recorded", scoring_guidance: '@rules\npass when agent says "recorded"' },
      { name: "Long", scoring_guidance: "@rules\nfail when call_duration < 3600s" },
      { name: "Polite", description: "Is the agent polite?" },
      {
        name: "Booked",
        allow_not_applicable: true,
        scoring_guidance: "@rules\nna when not tool book called\npass when tool book called",
      },
      { name: "Empathy", response_type: "quantitative" as const, min_value: 1, max_value: 5 },
    ])
      await makeMetric(acme, { ...metric, agent_ids: [agent_id] });
    for (let at = 0; at < 2; at++)
      ids.push(await submit(acme, { agent_id: String(agent_id), transcript, tool_calls: [] }));
  });

  const counted = { passed: 2, failed: 2, inconclusive: 2, not_applicable: 2, not_measured: 2 };
  const words = "2 passed, 2 failed, 2 inconclusive, 2 not applicable, 2 other metrics not evaluated";
  const wait = (...more: string[]) => parley("evaluate", "wait", ...ids, ...more);

  test("the gate, as text and in the step summary", async () => {
    const { code, stdout } = await wait();
    expect(code).toBe(9);
    expect(stdout).toContain(`2 calls, 6 verdicts: ${words}\n`);
    expect(stdout).toContain("not passed: 2 of 6 passed (33.3%); 100% required\n");
    expect(read("summary.md")).toContain(`2 calls, 6 verdicts: ${words}.`);
  });

  test("the gate, as JSON and JUnit and as a page", async () => {
    const { json } = await wait("--json", "--junit", "calls.xml", "--report", "html=calls.html");
    expect(json).toMatchObject({ pass_rate: 2 / 6, outcomes: counted });
    expect(read("calls.xml")).toMatch(/<testsuites tests="10" failures="2" errors="2">/);
    const counts = countsOf(overviewIn("calls.html"));
    expect(counts).toEqual(json.outcomes);
    expect(passRate(counts)).toBe(json.pass_rate);
  });

  test("what is allowed is left out of the rate, and told", async () => {
    const { json, stdout } = await wait("--allow-unevaluated", "--json");
    expect(json).toMatchObject({ pass_rate: 2 / 4, outcomes: { inconclusive: 0, allowed: 2 } });
    expect(stdout).toContain("2 of 4 passed (50%)");
  });

  test("a page of the same calls without a gate", async () => {
    await parley("report", ...ids, "--to", "pages.html");
    expect(countsOf(overviewIn("pages.html"))).toMatchObject(counted);
  });
});

test("nothing has no rate", () => {
  for (const inconclusive of [0, 7])
    expect(passRate({ ...countsOf({ rows: [] } as never), inconclusive })).toBeNull();
});
