import { expect, test } from "vitest";
import type { Output } from "../../contract/types.ts";
import { failsAlike, reasonsIn } from "./reason.ts";

const verdict = (name: string, value: boolean | null, text = "a clause"): Output<"Verdict"> => ({
  metric_id: null,
  name,
  response_type: "pass_fail",
  requested_by: ["prompt"],
  status: value === null ? "NOT_EVALUATED" : "EVALUATED",
  value,
  method: "rule",
  clauses: [{ line: 1, text, outcome: true, decided: true, evidence: [] }],
});

const before = reasonsIn([verdict("a", false), verdict("b", false), verdict("c", true)]);

test.each([
  ["the same", [verdict("a", false), verdict("b", false)], true],
  ["one failure less", [verdict("a", false), verdict("b", true)], true],
  ["it passes", [verdict("a", true), verdict("b", false)], false],
  ["another clause", [verdict("a", false, "another")], false],
  ["another failure", [verdict("a", false), verdict("c", false)], false],
  ["something is undecided", [verdict("a", false), verdict("c", null)], false],
])("whether a smaller caller fails for the same reason: %s", (_, verdicts, alike) => {
  expect(failsAlike(reasonsIn(verdicts), before, "a: a clause")).toBe(alike);
});
