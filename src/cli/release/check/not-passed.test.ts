import { expect, test } from "vitest";
import type { Judged, Standing } from "../../../results/check/criteria.ts";
import type { Test } from "./gate.ts";
import { notPassedLines } from "./not-passed.ts";

const tested = (result: string, standing: Standing, ...criteria: Judged[]) =>
  ({
    name: `caller ${result}`,
    standing,
    criteria,
    attempts: [{ simulation_result_id: result }],
  }) as unknown as Test;
const judged = (criterion: string, standing: Standing): Judged => ({ criterion, standing, reason: "why" });
const lines = (...tests: Test[]) => notPassedLines({ tests, repeated: [] });

test("a test is either failed or inconclusive, and failed ones come first", () => {
  expect(
    lines(
      tested("1", "not_evaluated", judged("Success criteria", "not_evaluated")),
      tested("2", "failed", judged("Policy: a", "not_evaluated"), judged("Success criteria", "failed")),
      tested("3", "passed", judged("Success criteria", "passed")),
    ),
  ).toEqual([
    "✗ caller 2, Success criteria: why (result 2)",
    "? caller 1, Success criteria: why (result 1)",
    "next: `parley sim result 2`",
  ]);
});

test("reports the outcome of a conversation if no criterion failed", () => {
  expect(
    lines(
      tested("1", "failed", judged("outcome", "failed"), judged("Success criteria", "not_evaluated")),
      tested("2", "failed", judged("outcome", "failed"), judged("Success criteria", "failed")),
    ),
  ).toEqual([
    "✗ caller 1, outcome: why (result 1)",
    "✗ caller 2, Success criteria: why (result 2)",
    "next: `parley sim result 1`",
  ]);
});

test("reports a common reason for all criteria once", () => {
  const [outcome, ...stated] = ["outcome", "Success criteria", "Policy: a", "Policy: b"].map((criterion) =>
    judged(criterion, "not_evaluated"),
  ) as [Judged, ...Judged[]];
  expect(lines(tested("1", "not_evaluated", outcome, ...stated))).toEqual([
    "? caller 1, outcome: why (result 1)",
    "next: `parley sim result 1`",
  ]);
});

test("ten lines are shown", () => {
  const many = Array.from({ length: 12 }, (_, i) => tested(String(i), "failed", judged("outcome", "failed")));
  expect(lines(...many).slice(-2)).toEqual(["… and 2 more", "next: `parley sim result 0`"]);
});
