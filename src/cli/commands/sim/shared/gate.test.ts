import { describe, expect, test } from "vitest";
import { judge, timeOver, verdictText } from "./gate.ts";
import { describeRun, isOver, newest, type Run } from "./run.ts";

const run = (fields: Partial<Run>): Run => ({
  id: 900,
  experiment_id: 7,
  created_at: "2026-11-01T12:00:00Z",
  status: "COMPLETED",
  summary: "",
  tests_passed: 0,
  tests_failed: 0,
  total_tests: 0,
  tests_completed: 0,
  tests_incompleted: 0,
  curr_step_id: 0,
  phone_number: "",
  ...fields,
});

describe("a run is over", () => {
  const half = { total_tests: 4, tests_completed: 2 };
  const all = { total_tests: 4, tests_completed: 3, tests_incompleted: 1 };

  test.each([
    ["INITIALIZING", all, false],
    ["RUNNING", all, false],
    ["COMPLETED", half, true],
    ["INCOMPLETED", {}, true],
    // An unknown status says nothing, so the counts decide. A run without tests has not begun.
    ["PAUSED", half, false],
    ["PAUSED", all, true],
    ["QUEUED", {}, false],
  ])("%s with %j: %s", (status, counts, over) => {
    expect(isOver(run({ status, ...counts }))).toBe(over);
  });
});

describe("the newest run", () => {
  test("is the one made last, whatever the order of the list and of the ids", () => {
    const old = run({ id: 3, created_at: "2026-11-01T12:00:00+02:00" });
    const late = run({ id: 2, created_at: "2026-11-01T11:00:00Z" });
    expect(newest([late, old])?.id).toBe(2);
    expect(newest([old, late])?.id).toBe(2);
  });

  test("is the one with the higher id if two were created at once", () => {
    expect(newest([run({ id: 4 }), run({ id: 5 })])?.id).toBe(5);
    expect(newest([])).toBeUndefined();
  });
});

describe("the gate", () => {
  const strict = { min_pass_rate: 1, allow_unevaluated: false };
  const passes = (counts: Partial<Run>, min_pass_rate: number) =>
    judge(run(counts), undefined, { ...strict, min_pass_rate }).passed;

  test("compares tests_passed / total_tests with the required rate, both ends included", () => {
    const counts = { total_tests: 10, tests_passed: 7, tests_failed: 3 };
    expect(passes(counts, 0.7)).toBe(true);
    expect(passes(counts, 0.71)).toBe(false);
    expect(passes({ ...counts, tests_passed: 10, tests_failed: 0 }, 1)).toBe(true);
    expect(passes({ ...counts, tests_passed: 0, tests_failed: 10 }, 0)).toBe(true);
  });

  test("counts tests that were not evaluated as not passed", () => {
    expect(judge(run({ total_tests: 4, tests_passed: 2 }), undefined, strict)).toMatchObject({
      passed: false,
      pass_rate: 0.5,
    });
  });

  test("is never passed where nothing was evaluated", () => {
    expect(passes({}, 0)).toBe(false);
    expect(passes({ total_tests: 4, tests_incompleted: 4 }, 0)).toBe(false);
  });

  test("counts unevaluated tests as passed only if that is allowed and other criteria were met", () => {
    const counts = { total_tests: 2, tests_incompleted: 2 };
    const findings = {
      tests: [],
      repeated: [],
      held: 1,
      recount: null,
      prompt_evidence: "unknown" as const,
      mismatch: null,
      judged_rates: [],
      outcomes: new Map(),
      suspects: [],
      agent_id: undefined,
    };
    const allowed = { min_pass_rate: 0.5, allow_unevaluated: true };
    expect(judge(run(counts), findings, allowed)).toMatchObject({ passed: true, pass_rate: 0.5 });
    expect(judge(run(counts), { ...findings, held: 0 }, allowed).passed).toBe(false);
    expect(judge(run(counts), findings, { ...allowed, allow_unevaluated: false }).passed).toBe(false);
  });

  test("counts add up", () => {
    const counts = {
      total_tests: 8,
      tests_passed: 1,
      tests_failed: 5,
      tests_completed: 6,
      tests_incompleted: 2,
    };
    expect(describeRun(run(counts))).toBe(
      "run 900 COMPLETED, 8 of 8 done: 1 passed, 5 failed, 2 inconclusive",
    );
    expect(describeRun(run({ ...counts, tests_unanswered: 1 }))).toBe(
      "run 900 COMPLETED, 8 of 8 done: 1 passed, 5 failed, 2 inconclusive (1 could not answer the agent)",
    );
  });

  test("says in words why it did not pass", () => {
    const counts = { total_tests: 3, tests_passed: 1, tests_failed: 2, tests_completed: 3 };
    const failed = judge(run(counts), undefined, { ...strict, min_pass_rate: 0.9 });
    expect(verdictText(failed)).toBe(
      "run 900 COMPLETED, 3 of 3 done: 1 passed, 2 failed\n" +
        "not passed: 1 of 3 passed (33.3%); 90% required",
    );
    const wait = { max_wait: 5, ...strict };
    expect(verdictText(timeOver(undefined, wait))).toBe("not passed: no run started within 5 s");
    const under_way = run({ status: "RUNNING" });
    expect(verdictText(timeOver(under_way, wait))).toBe(
      `${describeRun(under_way)}\nnot passed: the run did not finish within 5 s`,
    );
  });
});
