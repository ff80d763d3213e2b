import { describe, expect, test } from "vitest";
import type { Output } from "../../contract/types.ts";
import { withoutSituation } from "./tested-situation.ts";

type Verdict = Output<"Verdict">;
const verdict = (value: boolean, ...requested_by: Verdict["requested_by"]): Verdict => ({
  metric_id: null,
  name: "Success criteria",
  response_type: "pass_fail",
  requested_by,
  status: "EVALUATED",
  value,
  method: "rule",
});

test("a verdict that passed only because nothing happened becomes not evaluated", () => {
  const [own, other] = withoutSituation(
    [verdict(true, "digital_human"), verdict(true, "prompt")],
    "it ended",
  );
  expect(own).toMatchObject({ status: "NOT_EVALUATED", value: null, reason: "situation_never_arose" });
  expect(other).toEqual(verdict(true, "prompt"));
});

test("a conversation that shows the fault it tests for is not also called inconclusive", () => {
  const both = [verdict(false, "digital_human"), verdict(true, "digital_human", "prompt")];
  expect(withoutSituation(both, "it ended")).toEqual(both);
});

describe("what passed because of something said or done stays passed", () => {
  const said = { kind: "turn", turn: 2, speaker: "AGENT", quote: "front desk", matched: true };
  const clause = (text: string, outcome: boolean, ...evidence: object[]) => ({
    line: 2,
    text,
    outcome,
    decided: true,
    evidence: evidence.map((piece) => ({ ...piece })),
  });
  const greeted = clause('pass when agent says "front desk" before turn 4', true, said);
  const silent = clause('fail when agent says "my instructions"', false);
  const never = clause('pass when agent never says "my instructions"', true);
  const own = verdict(true, "digital_human");

  test.each([
    ["words that were said", { ...own, clauses: [greeted] }],
    ["a policy that was kept", { ...own, method: "builtin" as const, evidence: [said] }],
    [
      "an expected call",
      { ...own, method: "builtin" as const, evidence: [{ kind: "tool_call", call: 1, matched: true }] },
    ],
  ])("%s", (_, kept) => {
    expect(withoutSituation([kept], "it ended (out_of_script)")).toEqual([kept]);
  });

  test.each([
    ["words that were never said", { ...own, clauses: [greeted, silent] }],
    ["the same in other words", { ...own, clauses: [never] }],
    ["a policy that only forbids", { ...own, method: "builtin" as const }],
    [
      "no calls",
      { ...own, method: "builtin" as const, evidence: [{ kind: "metric", id: "tool_calls.outcome" }] },
    ],
    ["a judge's opinion", { ...own, method: "judge" as const, evidence: [said] }],
  ])("but not because of %s", (_, passed) => {
    const [verdict] = withoutSituation([passed], "it ended (out_of_script)");
    expect(verdict).toMatchObject({ status: "NOT_EVALUATED", reason: "situation_never_arose" });
    // What was met is still told.
    expect(verdict?.clauses).toEqual("clauses" in passed ? passed.clauses : undefined);
  });
});
