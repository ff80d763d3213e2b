import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { policyName } from "../../src/engine/policies/verdict-name.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import {
  failed,
  measured,
  type PlayedConversation,
  passed,
  ran,
  SimulationPlayed,
  unreachable,
  verdict,
} from "../support/simulation.ts";
import { idOf } from "../support/versions.ts";
import { watch } from "../support/webhooks.ts";

const service = useRecorder();
const parley = useProgram(service);

const play = (...runs: PlayedConversation[][]) => service.answer(new SimulationPlayed(...runs).answer);
const line = (...args: string[]) => ["release", "check", "7", "--poll", "0.05", ...args];
const check = (...args: string[]) => parley(line("--prompt", "candidate", "--json", ...args));
const bodies = (path: string) =>
  service.requests.filter((request) => request.path === path).map(({ body }) => body);
const started = () => bodies("/v1/queue-http-text-simulation-run");
const ended = () => bodies("/v1/end-conversations").flatMap((body) => body.test_result_ids);
const read = (name: string) => readFileSync(join(parley.home, name), "utf8");

beforeEach(() => {
  for (const name of ["check.json", "check.xml", "check.md", "summary.md"])
    rmSync(join(parley.home, name), { force: true });
});

describe("parley release check", () => {
  test("starts a run of the version that the label is on, waits, and passes", async () => {
    play([passed(501), passed(502)]);
    const { code, json, stderr } = await check();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(started()).toEqual([{ simulation_id: "7", prompt_id: idOf(4) }]);
    expect(json).toMatchObject({
      verdict: "passed",
      reason: null,
      agent_id: 101,
      simulation_id: 7,
      simulation_run_ids: [900],
      prompt_version: 4,
      prompt_id: idOf(4),
      knowledge_base_version: null,
      total: 2,
      passed: 2,
      failed: 0,
      min_pass_rate: 1,
    });
    expect(ended()).toEqual([]);
  });

  test("tests the production version if no version is named", async () => {
    play([passed(501)]);
    const { json } = await parley(line("--json"));
    expect(started()).toEqual([{ simulation_id: "7", prompt_id: idOf(3) }]);
    expect(json).toMatchObject({ prompt_version: 3 });
  });

  test("prints the criteria that were not met, and how many were; CSV has all", async () => {
    play([passed(501, { evaluation: { verdicts: [verdict("Greeting", true)] } }), failed(502)]);
    const { code, stdout, stderr } = await parley(line("--prompt", "4"));
    expect({ code, lines: stdout.split("\n") }).toEqual({
      code: 9,
      lines: [
        "digital_human\tcriterion\tpassed\tfailed\tnot_evaluated\tenough",
        "digital human 502\toutcome\t0\t1\t0\tno",
        "",
      ],
    });
    expect(stderr).toContain("3 criteria of 2 digital humans: 2 passed, 1 did not pass\n");
    expect(stderr).toContain("run 900: 0 of 2 conversations done\n");
    expect(stderr).toMatch(
      /✗ digital human 502, outcome: the digital human did not get what it wanted \(result .+\)\nnext: `parley sim result .+`\n/,
    );
    expect(stderr).toContain("not passed: digital human 502, outcome: 0 of 1 passed; 1 of 2 tests passed\n");
    play([passed(501, { evaluation: { verdicts: [verdict("Greeting", true)] } }), failed(502)]);
    expect((await parley(line("--prompt", "4", "-o", "csv"))).stdout.split("\n")).toHaveLength(5);
  });

  test("has one row for a criterion that many digital humans did not meet; JSON has all", async () => {
    const verdicts = [verdict("Policy: Be brief", false)];
    const ids = Array.from({ length: 36 }, (_, at) => 501 + at);
    const runs = () => ids.map((id) => passed(id, { outcome: "failed", evaluation: { verdicts } }));
    play(runs());
    const { stdout } = await parley(line("--prompt", "4"));
    expect(stdout.trimEnd().split("\n")).toEqual([
      "digital_human\tcriterion\tpassed\tfailed\tnot_evaluated\tenough",
      "36 digital humans\toutcome\t0\t36\t0\tno",
      "36 digital humans\tPolicy: Be brief\t0\t36\t0\tno",
    ]);
    play(runs());
    expect((await check()).json.cells).toHaveLength(72);
  });

  test("uses the digital human's goal as the outcome, and each of the agent's metrics separately", async () => {
    const wanted = verdict("Goal", null, { requested_by: ["digital_human"], reason: "agent_ended" });
    const greeting = verdict("Greeting", true, { requested_by: ["agent"] });
    play([passed(501, { evaluation: { verdicts: [wanted, greeting] } })]);
    const { code, json } = await check();
    expect(code).toBe(0);
    expect(json.cells.map(({ criterion }: { criterion: string }) => criterion)).toEqual([
      "outcome",
      "Greeting",
    ]);
  });

  test("does not try again a conversation that was had and could not be judged", async () => {
    play([passed(501, { status: "INCOMPLETED", end_reason: "agent_ended", outcome: "incompleted" })]);
    expect((await check()).code).toBe(9);
    expect(started()).toHaveLength(1);
  });

  describe("does not average a failure away", () => {
    const many = (id: number, good: number, bad: number) => [
      ...Array.from({ length: good }, (_, at) => passed(id, { repetition: at + 1 })),
      ...Array.from({ length: bad }, (_, at) => failed(id, { repetition: good + at + 1 })),
    ];

    test("of one digital human behind the others", async () => {
      play([...many(501, 10, 0), ...many(502, 1, 1)]);
      const { code, json } = await check("--min-pass-rate", "0.9");
      expect({ code, verdict: json.verdict, passed: json.passed, total: json.total }).toEqual({
        code: 9,
        verdict: "not_passed",
        passed: 11,
        total: 12,
      });
      expect(json.reason).toBe("digital human 502, outcome: 1 of 2 passed");
    });

    test("but takes the rate of each digital human's own runs", async () => {
      play([...many(501, 9, 1), ...many(502, 9, 1)]);
      expect(await check("--min-pass-rate", "0.9")).toMatchObject({ code: 0 });
    });

    test("of one metric behind the outcome and the other metrics", async () => {
      const verdicts = [verdict("Greeting", true), verdict("Safety", false, { reasoning: "gave advice" })];
      play([passed(501, { evaluation: { verdicts } })]);
      const { code, json } = await check();
      expect({ code, reason: json.reason }).toEqual({
        code: 9,
        reason: "Refund | angry, Safety: 0 of 1 passed",
      });
      expect(json.tests[0].criteria).toContainEqual({
        criterion: "Safety",
        standing: "failed",
        reason: "gave advice",
      });
    });
  });

  describe("a metric", () => {
    const withVerdicts = (...verdicts: object[]) => play([passed(501, { evaluation: { verdicts } })]);

    test.each(["NOT_EVALUATED", "ERROR", "SOMETHING_NEW"])("that is %s does not pass", async (status) => {
      withVerdicts(verdict("Greeting", null, { status, reason: "no_model" }));
      const { code, json } = await check();
      expect(code).toBe(9);
      expect(json.cells).toContainEqual(
        expect.objectContaining({ criterion: "Greeting", not_evaluated: 1, enough: false }),
      );
    });

    test("that is not applicable is left out", async () => {
      withVerdicts(verdict("Greeting", null, { status: "NOT_APPLICABLE" }));
      const { code, json } = await check();
      expect(code).toBe(0);
      expect(json.cells[1]).toMatchObject({ criterion: "Greeting", pass_rate: null, enough: true });
    });

    test("of another kind is not a criterion, unless it is named, and then it has no verdict", async () => {
      withVerdicts({ name: "Tone", response_type: "qualitative", status: "EVALUATED", value: "warm" });
      expect((await check()).code).toBe(0);
      withVerdicts({ name: "Tone", response_type: "qualitative", status: "EVALUATED", value: "warm" });
      const { code, json } = await check("--metric", "Tone");
      expect(code).toBe(9);
      expect(json.tests[0].criteria[1].reason).toBe("a qualitative metric neither passes nor fails");
    });

    test("counts alone if it is named, and must have been applied", async () => {
      withVerdicts(verdict("Greeting", true), verdict("Safety", false));
      expect((await check("--metric", "Greeting")).code).toBe(0);
      withVerdicts(verdict("Greeting", true));
      expect((await check("--metric", "Safety")).code).toBe(9);
    });
  });

  test("--at-most and --at-least bound a metric in every conversation", async () => {
    const numbers = (latency: number, empathy: number) => ({
      evaluation: {
        metrics: [measured("latency_p95", latency)],
        verdicts: [{ name: "Empathy", response_type: "quantitative", status: "EVALUATED", value: empathy }],
      },
    });
    const limits = ["--at-most", "latency_p95=1500", "--at-least", "Empathy=3"];
    play([passed(501, numbers(1500, 3))]);
    expect(await check(...limits)).toMatchObject({ code: 0 });
    play([passed(501, numbers(100, 5)), passed(501, { ...numbers(1501, 3), repetition: 2 })]);
    const { code, json } = await check(...limits);
    expect({ code, reason: json.reason }).toEqual({
      code: 9,
      reason: "Refund | angry, latency_p95<=1500: 1 of 2 passed",
    });
    play([passed(501)]);
    expect((await check(...limits)).json.reason).toContain("latency_p95<=1500: 0 of 1 passed");
  });

  test("a limit on a built-in metric can be short, and have a unit", async () => {
    const within = (ms: number) => ({
      evaluation: { metrics: [measured("agent.response_latency.p95", ms)] },
    });
    play([passed(501, within(1500))]);
    expect(await check("--at-most", "response_latency.p95=1.5s")).toMatchObject({ code: 0 });
    play([passed(501, within(1501))]);
    const { code, json } = await check("--at-most", "response_latency.p95=1.5s");
    expect({ code, reason: json.reason }).toEqual({
      code: 9,
      reason: "Refund | angry, agent.response_latency.p95<=1500: 0 of 1 passed",
    });
  });

  test.each([
    ["agent.response_latncy.p95=2", "did you mean agent.response_latency.p95?"],
    ["latency.p95=2s", "did you mean agent.response_latency.p95?"],
    ["response_latency.p95=90%", "agent.response_latency.p95 is in the unit ms, not %"],
    ["Empathy=3s", "only built-in metrics have units: give Empathy a plain number"],
  ])("refuses the limit %s before anything runs", async (given, message) => {
    play([passed(501)]);
    const { code, stderr } = await parley(line("--at-most", given));
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(started()).toEqual([]);
  });

  test("warns of a limit on a metric that neither the agent nor Parley has", async () => {
    const played = new SimulationPlayed([passed(501)]);
    const metrics = [{ id: 1, name: "Empathy", description: "", response_type: "quantitative" }];
    service.answer((request) =>
      request.path.startsWith("/v1/custom-metrics?")
        ? { body: { metrics, total: 1, page: 1, page_size: 50, total_pages: 1 } }
        : played.answer(request),
    );
    const limits = (name: string) => parley(line("--at-least", `${name}=3`));
    expect((await limits("Tone")).stderr).toContain(
      "warning: --at-least: no metric of the agent or built-in one is called Tone; `parley metrics builtin`",
    );
    expect((await limits("Empathy")).stderr).not.toContain("is called");
    expect(await limits("Empaty")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no metric is called Empaty; did you mean Empathy?"),
    });
  });

  describe("tries again", () => {
    test("only the digital humans whose agent could not be reached, and shows both attempts", async () => {
      play([unreachable(501), passed(502)], [passed(501)]);
      const { code, json } = await check();
      expect(code).toBe(0);
      expect(started()).toEqual([
        { simulation_id: "7", prompt_id: idOf(4) },
        { simulation_id: "7", prompt_id: idOf(4), digital_human_ids: ["501"] },
      ]);
      expect(json.simulation_run_ids).toEqual([900, 901]);
      expect(json.tests[0]).toMatchObject({
        standing: "passed",
        passed_on_retry: true,
        attempts: [
          { attempt: 1, simulation_result_id: "900.0", end_reason: "agent_unreachable" },
          { attempt: 2, simulation_result_id: "901.0", end_reason: "goal_reached" },
        ],
      });
      expect(json.tests[1]).toMatchObject({ passed_on_retry: false });
    });

    test("never a failure", async () => {
      play([failed(501), passed(502)]);
      expect((await check()).code).toBe(9);
      expect(started()).toHaveLength(1);
    });

    test("and lets no retry make up for a failure", async () => {
      const spoilt = { ...unreachable(501), repetition: 2 };
      play([failed(501, { repetition: 1 }), spoilt], [passed(501), passed(501)]);
      const { code, json } = await check("--infrastructure-retries", "3");
      expect({ code, standing: json.tests[0].standing }).toEqual({ code: 9, standing: "failed" });
      expect(json.tests[1]).toMatchObject({ standing: "passed", passed_on_retry: true });
      expect(started()).toHaveLength(2);
    });

    test("as often as allowed, then does not pass", async () => {
      play([unreachable(501), passed(502)], [unreachable(501), passed(502)], [unreachable(501), passed(502)]);
      const { code, json } = await check("--infrastructure-retries", "2");
      expect({ code, reason: json.reason, runs: started().length }).toEqual({
        code: 9,
        reason: "Refund | angry, outcome: 0 of 1 passed",
        runs: 3,
      });
      play([unreachable(501)]);
      expect(await check("--infrastructure-retries", "0")).toMatchObject({ code: 9 });
    });
  });

  test("does not pass a run without conversations", async () => {
    play([]);
    expect((await check()).json).toMatchObject({
      verdict: "not_passed",
      reason: "nothing was evaluated",
      total: 0,
    });
  });

  test("ends with 9 when the time is up, and ends running simulations", async () => {
    play([passed(501), { digital_human_id: 502, status: "RUNNING" }]);
    const { code, json } = await check("--max-wait", "0.2");
    expect({ code, reason: json.reason }).toEqual({ code: 9, reason: "the run did not finish within 0.2 s" });
    expect(ended()).toEqual(["900.1"]);
  });

  test("ends what it began if the service fails in between", async () => {
    const { answer } = new SimulationPlayed([passed(501), passed(502)]);
    service.answer((request) =>
      request.path.startsWith("/v1/retrieve-simulation-results")
        ? { status: 500, body: { detail: "out of cheese" } }
        : answer(request),
    );
    const { code, stderr } = await check("--retries", "0");
    expect({ code, message: JSON.parse(stderr).error.message }).toEqual({
      code: 1,
      message: "out of cheese",
    });
    expect(ended()).toEqual(["900.0", "900.1"]);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends the conversations that it began, with %i", async (signal, exit) => {
    play([{ digital_human_id: 501, status: "RUNNING" }]);
    const child = parley.start(line("--prompt", "candidate"));
    const { shows, ended: over } = watch(child);
    await shows("stderr", /0 of 1 conversations done/);
    child.kill(signal);
    expect(await over).toBe(exit);
    expect(ended()).toEqual(["900.0"]);
  });

  test("says which conversations are still running if they cannot be ended", async () => {
    const { answer } = new SimulationPlayed([{ digital_human_id: 501, status: "RUNNING" }]);
    service.answer((request) =>
      request.path === "/v1/end-conversations" ? { status: 503, body: { detail: "busy" } } : answer(request),
    );
    const { code, stderr } = await check("--max-wait", "0");
    expect(code).toBe(9);
    expect(stderr).toBe(
      "warning: could not end the conversations (busy); end them with `parley sim end 900.0`\n",
    );
  });

  test("--dry-run shows the run that would be started", async () => {
    play([passed(501)]);
    const { code, json } = await check("--dry-run");
    expect({ code, json }).toMatchObject({
      code: 0,
      json: { method: "POST", body: { simulation_id: "7", prompt_id: idOf(4) } },
    });
    expect(started()).toEqual([]);
  });

  test.each([
    [["--at-most", "latency"], '--at-most must be metric=number, not "latency"'],
    [["--report", "pdf=x"], "--report must be one of json, junit, markdown, html"],
    [["--report", "json=none/check.json"], "cannot write the report"],
    [["--min-pass-rate", "90"], "--min-pass-rate must be a number from 0 to 1"],
  ])("refuses %j and sends nothing", async (args, message) => {
    const { code, stderr } = await parley(line(...args));
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });

  test("ends with 5 if the version does not exist", async () => {
    play([passed(501)]);
    expect(await parley(line("--prompt", "staging"))).toMatchObject({ code: 5 });
    expect(started()).toEqual([]);
  });
});

describe("the reports of release check", () => {
  const reports = [
    "--report",
    "json=check.json",
    "--report",
    "junit=check.xml",
    "--report",
    "markdown=check.md",
  ];

  test("are written whatever the verdict, and show retries and failures", async () => {
    play(
      [unreachable(501), failed(502, { evaluation: { verdicts: [verdict("Greeting", null)] } })],
      [passed(501)],
    );
    const { code, json } = await check(...reports);
    expect(code).toBe(9);
    expect(JSON.parse(read("check.json"))).toEqual(json);

    const junit = read("check.xml");
    expect(junit).toContain('tests="4"');
    expect(junit).toContain('failures="1"');
    expect(junit).toContain('errors="1"');
    expect(junit).toContain('skipped="1"');
    expect(junit).toContain("Refund | angry › attempt 1, retried: agent_unreachable");
    expect(junit).toContain("the digital human did not get what it wanted");

    const markdown = read("check.md");
    expect(markdown).toContain("## Release check: ❌ not passed");
    expect(markdown).toContain("agent 101, prompt version 4. 2 tests: 1 passed, 1 failed;");
    // A name from the service must not act as markup or end a table cell.
    expect(markdown).toContain("| Refund \\| angry | outcome | 1 | 0 | 0 | ✅ |");
    expect(markdown).toContain(
      "### Passed on retry\n\n- Refund \\| angry: result 900.0 agent\\_unreachable → ",
    );
    expect(markdown).toContain("  - outcome: failed, the digital human did not get what it wanted");
    expect(markdown).toContain("  - Greeting: not evaluated");
  });

  test("on GitHub Actions, writes annotations and appends to the step's summary", async () => {
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(parley.home, "summary.md") };
    play([failed(501)]);
    const { stderr } = await parley(line("--json"), { env });
    expect(stderr).toBe(
      "::error title=Refund | angry%3A failed::outcome: the digital human did not get what it wanted%0A(result 900.0)\n",
    );
    play([passed(501)]);
    await parley(line("--json"), { env });
    expect(read("summary.md").match(/^## Release check: .*$/gm)).toEqual([
      "## Release check: ❌ not passed",
      "## Release check: ✅ passed",
    ]);
  });

  test("on GitHub Actions name the line of the manifest that has the digital human", async () => {
    const manifest = join(parley.home, "callers", "all.yaml");
    mkdirSync(dirname(manifest), { recursive: true });
    const callers = ["Ana", "Refund | angry"].map((name) => `  - name: ${name}\n    intent: Wants a refund`);
    writeFileSync(
      manifest,
      `kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans:\n${callers.join("\n")}\n`,
    );
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: parley.home };
    play([failed(501)]);
    const { stderr } = await parley(line("--json", "-f", manifest), { env });
    expect(stderr).toContain("::error file=callers/all.yaml,line=6,title=Refund | angry%3A failed::outcome:");
  });

  test("with an invalid manifest, tests nothing", async () => {
    const manifest = join(parley.home, "broken.yaml");
    writeFileSync(manifest, "kind: DigitalHumans\ndigital_humans: [{ nmae: Ana }]\n");
    service.requests.length = 0;
    expect(await parley(line("-f", manifest))).toMatchObject({ code: 2 });
    expect(service.requests).toEqual([]);
  });

  const promote = (version: string, report: string, ...args: string[]) =>
    parley([
      ...["prompts", "promote", version, "production", "--agent", "101", "--yes", "--json"],
      ...["--require-eval", report, ...args],
    ]);

  test("let a promotion depend on the check of that very version", async () => {
    play([passed(501)]);
    await check(...reports);
    expect(await promote("5", "check.json")).toMatchObject({ code: 9 });
    const { code, json } = await promote("4", "check.json");
    expect({ code, json }).toMatchObject({
      code: 0,
      json: { version: 4, evidence: { report: "check.json", pass_rate: 1 } },
    });
  });

  test("says whether the agent confirmed the version, and what to do next with the proof", async () => {
    play([passed(501)]);
    const confirmed = await parley(line("--prompt", "candidate", ...reports));
    expect(confirmed.stderr).toContain(
      "next: `parley prompts promote 4 production --agent 101 --expect 3 --require-eval check.json` releases it",
    );
    expect(await promote("4", "check.json")).toMatchObject({ code: 0 });

    play([passed(501), passed(502, { versions: ran("told") })]);
    const told = await parley(line("--prompt", "candidate", "--min-pass-rate", "0.9", ...reports));
    const unsure =
      "the agent did not confirm that it ran prompt version 4 (confirmed in 1 of 2 conversations)";
    expect(told.code).toBe(0);
    expect(told.stderr).toContain(unsure);
    expect(told.stderr).toContain(
      "--expect 3 --require-eval check.json --min-pass-rate 0.9 --accept-unconfirmed`",
    );
    expect(JSON.parse(read("check.json"))).toMatchObject({
      prompt_evidence: "told",
      version_notes: [unsure],
    });
    expect(read("check.md")).toContain("the agent did not confirm that it ran prompt version 4");
    expect(await promote("4", "check.json")).toMatchObject({ code: 9 });
    expect(await promote("4", "check.json", "--accept-unconfirmed")).toMatchObject({ code: 0 });
  });

  test("of an agent that ran another version do not pass", async () => {
    play([passed(501), passed(502, { versions: ran("mismatch", 3) })]);
    const { code, stderr } = await parley(line("--prompt", "candidate", ...reports));
    const reason = "the agent ran version 3 instead of prompt version 4 in 1 of 2 conversations";
    expect(code).toBe(9);
    expect(stderr).toContain(`not passed: ${reason}`);
    expect(JSON.parse(read("check.json"))).toMatchObject({
      verdict: "not_passed",
      reason,
      prompt_evidence: "mismatch",
    });
    expect(await promote("4", "check.json", "--accept-unconfirmed")).toMatchObject({ code: 9 });
  });

  test("of a check that did not pass promote nothing, whatever rate is asked for", async () => {
    play([passed(501), failed(502)]);
    await check(...reports);
    const { code, stderr } = await parley([
      ...["prompts", "promote", "4", "production", "--agent", "101", "--yes"],
      ...["--require-eval", "check.json", "--min-pass-rate", "0.5"],
    ]);
    expect(code).toBe(9);
    expect(stderr).toContain("the check did not pass: digital human 502, outcome: 0 of 1 passed");
    expect(service.requests.filter(({ path }) => path.endsWith("/labels"))).toEqual([]);
  });
});

describe("what the conversations of a check have met", () => {
  const guards = ["Call pay only after look.", "Never shout."];
  const policies = guards.map((sentence) => ({ sentence, rule: "fail when …", status: "accepted" }));
  const playAgent = () => {
    const conversation = passed(501, {
      versions: { ...ran("confirmed"), prompt_version: 4 },
      criteria: { held: [policyName("Never shout.")], failed: [], unevaluated: [], error: [] },
      tool_calls: [{ name: "look", actual: [{ parameters: {} }] }],
    });
    const { answer } = new SimulationPlayed([conversation]);
    service.answer((request) => {
      if (request.path.endsWith("/versions/4/policies")) return { body: { policies } };
      if (request.path === "/v1/agents/101")
        return { body: { id: 101, tools: [{ name: "look" }, { name: "issue_refund" }] } };
      return answer(request);
    });
  };

  test("is reported with the commands that generate callers for the rest", async () => {
    playAgent();
    const { code, stderr } = await parley(line("--prompt", "candidate", "--report", "markdown=check.md"));
    expect(code).toBe(0);
    expect(stderr).toContain("\nmet: policies 1 of 2, tools 1 of 2\n");
    expect(stderr).toContain(
      "for what was never met: `parley dh generate --agent 101 --goal 'Issue a refund (issue_refund)' --simulation 7`",
    );
    expect(read("check.md")).toContain("- never met: Call pay only after look.\n");
    expect(read("check.md")).toContain("\n    parley dh generate --agent 101 --probe 2 --simulation 7\n");
  });

  test("is a gate with --min-coverage, also where the service does not say", async () => {
    playAgent();
    const { code, json } = await check("--min-coverage", "policies=0.9", "--min-coverage", "tools=0.5");
    expect(code).toBe(9);
    expect(json).toMatchObject({
      verdict: "not_passed",
      reason: "policies: 1 of 2 met (50%); 90% required",
      coverage: { policies: { met: 1, total: 2 }, tools: { met: 1, total: 2 }, paths: null },
    });
    playAgent();
    expect(await check("--min-coverage", "policies=0.5")).toMatchObject({ code: 0 });
    play([passed(501)]);
    const unknown = await check("--min-coverage", "policies=0.5");
    expect(unknown).toMatchObject({ code: 9 });
    expect(unknown.json.reason).toBe("policies: there is nothing to reach; 50% required");
  });
});
