/** What policies that nobody has accepted say about conversations: shown apart, counted nowhere. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import type { Reply } from "../support/recorder.ts";
import { useRecorder } from "../support/recorder.ts";
import { type PlayedConversation, passed, SimulationPlayed } from "../support/simulation.ts";

const service = useRecorder();
const parley = useProgram(service);

const SUSPICION = {
  sentence: "Never issue a refund before you have looked up the order.",
  reads: "issue_refund only after lookup_order",
  rule: "fail when tool issue_refund is called before tool lookup_order",
  clauses: [
    {
      line: 1,
      text: "tool issue_refund is called before tool lookup_order",
      outcome: true,
      decided: true,
      evidence: [
        { kind: "tool_call", call: 1, name: "issue_refund", parameters: { order: 7 }, matched: true },
      ],
    },
    { line: 2, text: "tool other is called", outcome: false, decided: false, evidence: [] },
  ],
};
const suspect = passed(501, { suspicions: [SUSPICION] });
const SEEN = 'tool call 1 issue_refund({"order":7})';
const LINE = `suspected, not counted: issue_refund only after lookup_order: ${SEEN}`;
const DECIDE =
  "to decide: `parley policies draft --agent 101 --out policies.yaml`, then `parley policies review policies.yaml`";

const RUN = {
  id: 900,
  experiment_id: 7,
  curr_step_id: 0,
  phone_number: "",
  status: "COMPLETED",
  summary: "",
  created_at: "2026-11-01T12:00:00Z",
  total_tests: 2,
  tests_completed: 2,
  tests_passed: 2,
  tests_failed: 0,
  tests_incompleted: 0,
};

/** A finished run of two conversations that passed, and what the release check asks for. */
function play(
  conversations: PlayedConversation[],
  others: (path: string) => Reply | undefined = () => undefined,
) {
  const played = new SimulationPlayed(conversations);
  service.answer((request) => {
    const { pathname } = new URL(request.path, "http://service");
    const other = others(pathname);
    if (other) return other;
    if (pathname === "/v1/get-simulation-runs/7") return { body: { simulation_runs: [RUN] } };
    if (pathname === "/v1/retrieve-simulation-results/900" && request.method === "GET") {
      const results = conversations.map(({ evaluation: _, ...one }, at) => ({ id: `900.${at}`, ...one }));
      return {
        body: {
          simulation_run: { id: "900", simulation_id: "7", agent_id: "101" },
          simulation_results: results,
        },
      };
    }
    return played.answer(request);
  });
}
const read = (name: string) => readFileSync(join(parley.home, name), "utf8");

test("sim result shows a suspicion after the verdicts, with its sentence and what it rests on", async () => {
  const shown = { id: 12, agent_id: 101, status: "COMPLETED", outcome: "passed", outcome_reason: "Goal" };
  service.answer({
    body: {
      simulation_result: {
        ...shown,
        transcript: [],
        tool_calls: [],
        suspicions: [SUSPICION],
        evaluation: { verdicts: [], suspicions: [SUSPICION] },
      },
    },
  });
  const { stdout } = await parley(["sim", "result", "12"]);
  expect(stdout).toContain(
    [
      "passed: Goal",
      "",
      "  suspected, not counted: issue_refund only after lookup_order",
      "      prompt: Never issue a refund before you have looked up the order.",
      `      ${SEEN}`,
      `  ${DECIDE}`,
      "",
    ].join("\n"),
  );
  expect(stdout).not.toContain("tool other");
});

test("sim results lists suspicions below the rows, which stay as they are", async () => {
  play([suspect, passed(502)]);
  const { stdout, stderr } = await parley(["sim", "results", "900"]);
  expect(stdout).not.toContain("suspected");
  expect(stderr).toBe(`${LINE} (result 900.0)\n${DECIDE}\n`);
  play([passed(501)]);
  expect((await parley(["sim", "results", "900"])).stderr).toBe("");
});

test("sim wait passes a run with a suspicion, shows it, and counts it apart", async () => {
  play([suspect, passed(502)]);
  const { code, stdout } = await parley(["sim", "wait", "7"]);
  expect(stdout).toBe(
    `run 900 COMPLETED, 2 of 2 done: 2 passed, 0 failed\n${LINE} (result 900.0)\n${DECIDE}\npassed\n`,
  );
  expect(code).toBe(0);
  const { json } = await parley(["sim", "wait", "7", "--json"]);
  expect(json).toMatchObject({
    passed: true,
    pass_rate: 1,
    suspicions: 1,
    outcomes: { passed: 2, failed: 0 },
  });
});

test("sim wait --suspicions fail does not pass such a run, and leaves its rate alone", async () => {
  play([suspect, passed(502)]);
  const fail = ["sim", "wait", "7", "--suspicions", "fail", "--min-pass-rate", "0.5"];
  const { code, json } = await parley([...fail, "--json"]);
  expect(code).toBe(9);
  expect(json).toMatchObject({
    passed: false,
    reason: "a suspicion in 1 of 2 conversations (--suspicions fail)",
    pass_rate: 1,
  });
  expect((await parley(fail)).stdout).toContain("suspected: issue_refund only after lookup_order");
  play([passed(501), passed(502)]);
  expect((await parley(fail)).code).toBe(0);
});

test("--suspicions fail passes nothing if the conversations cannot be listed", async () => {
  play([passed(501)], (path) =>
    path.startsWith("/v1/retrieve-simulation-results/") ? { status: 404, body: { detail: "no" } } : undefined,
  );
  expect((await parley(["sim", "wait", "7"])).code).toBe(0);
  expect((await parley(["sim", "wait", "7", "--suspicions", "fail"])).code).toBe(5);
});

test("an unknown mode is refused with the choices", async () => {
  const { code, stderr } = await parley(["sim", "wait", "7", "--suspicions", "hide"]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("show, fail") });
});

const check = (...args: string[]) =>
  parley(["release", "check", "7", "--prompt", "candidate", "--poll", "0.05", ...args]);
const playCheck = (others?: (path: string) => Reply | undefined) => {
  const played = new SimulationPlayed([suspect, passed(502)]);
  service.answer((request) => others?.(request.path) ?? played.answer(request));
};

test("release check shows suspicions after the verdicts, in its JSON, JUnit and Markdown", async () => {
  playCheck();
  const reports = ["junit=check.xml", "markdown=check.md"].flatMap((one) => ["--report", one]);
  const { code, stderr } = await check(...reports);
  expect(code).toBe(0);
  expect(stderr).toContain(`${LINE} (result 900.0)\n${DECIDE}\n`);
  expect(read("check.xml")).toMatch(
    /name="Refund \| angry › outcome"[^>]*>\s*<system-out>\s*<!\[CDATA\[ {2}suspected, not counted: issue_refund only after lookup_order/,
  );
  expect(read("check.xml")).toMatch(/tests="2" failures="0" errors="0" skipped="0"/);
  expect(read("check.md")).toContain("### Suspected\n\n- suspected, not counted: issue\\_refund only");
  playCheck();
  expect((await check("--json")).json).toMatchObject({
    suspicions: 1,
    failed: 0,
    passed: 2,
    proposed_policies: null,
  });
});

test("release check --suspicions fail does not pass with a suspicion", async () => {
  playCheck();
  const { code, json } = await check("--suspicions", "fail", "--json", "--report", "junit=check.xml");
  expect(code).toBe(9);
  expect(json).toMatchObject({
    verdict: "not_passed",
    reason: "a suspicion in 1 of 2 conversations (--suspicions fail)",
    failed: 0,
  });
  expect(read("check.xml")).toMatch(/suspected: issue_refund only after lookup_order"[^>]*>\s*<failure/);
});

test("release check names what is still proposed in the tested version", async () => {
  const policy = (sentence: string, status: string, rule: string | null = SUSPICION.rule) => ({
    sentence,
    status,
    rule,
  });
  playCheck((path) =>
    path === "/v1/agents/101/prompts/versions/4/draft-policies"
      ? {
          body: {
            agent_id: 101,
            version: 4,
            dropped: [],
            policies: [
              ...["One.", "Two.", "Three.", "Four."].map((sentence) => policy(sentence, "proposed")),
              policy("Five.", "accepted"),
              policy("Six.", "rejected"),
              policy("Seven.", "proposed", null),
            ],
          },
        }
      : undefined,
  );
  const { code, stderr } = await check();
  expect(code).toBe(0);
  expect(stderr).toContain(
    "4 policies of prompt version 4 are only proposed, so they fail nothing:\n  One.\n  Two.\n  Three.\n  … and 1 more\n" +
      "  to decide: `parley policies draft --agent 101 --prompt 4 --out policies.yaml`",
  );
});

const CALL = {
  id: "c1",
  agent_id: "101",
  status: "COMPLETED",
  evaluation: {
    evaluated_at: "2026-11-01T12:00:00Z",
    verdicts: [
      {
        metric_id: null,
        name: "Greeting",
        response_type: "pass_fail",
        requested_by: [],
        status: "EVALUATED",
        value: true,
      },
    ],
    suspicions: [SUSPICION],
    counts: { passed: 1, failed: 0, evaluated: 1, not_applicable: 0, not_evaluated: 0, error: 0 },
    metrics: [],
    data_quality: [],
  },
};

test("evaluate show has a section of suspicions", async () => {
  service.answer({ body: { call_log: CALL } });
  const { stdout } = await parley(["evaluate", "show", "c1"]);
  expect(stdout).toContain("VERDICTS  1 passed\n");
  expect(stdout).toContain("SUSPECTED\n  suspected, not counted: issue_refund only after lookup_order\n");
});

test("evaluate wait shows suspicions and passes; with --suspicions fail it does not", async () => {
  service.answer({ body: { call_log: CALL } });
  const wait = ["evaluate", "wait", "c1", "--junit", "calls.xml"];
  const shown = await parley(wait);
  expect(shown.stdout).toBe(
    `passed: call c1\n${LINE} (call c1)\n${DECIDE}\n1 call, 1 verdict: 1 passed, 0 failed\npassed\n`,
  );
  expect(shown.code).toBe(0);
  expect(read("calls.xml")).toMatch(/tests="2" failures="0" errors="0" skipped="1"/);
  expect(read("calls.xml")).toMatch(/<system-out>\s*<!\[CDATA\[ {2}suspected, not counted/);
  const failing = await parley([...wait, "--suspicions", "fail", "--json"]);
  expect(failing.code).toBe(9);
  expect(failing.json).toMatchObject({
    reason: "a suspicion in 1 of 1 calls (--suspicions fail)",
    suspicions: 1,
    pass_rate: 1,
    outcomes: { failed: 0 },
  });
  expect(read("calls.xml")).toMatch(/<failure/);
});
