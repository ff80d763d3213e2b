import { expect, test } from "vitest";
import type { Output } from "../../contract/types.ts";
import { countVerdicts } from "./outcomes.ts";

type Verdict = Output<"Verdict">;

const verdict = (
  response_type: Verdict["response_type"],
  status: Verdict["status"],
  value: unknown = null,
): Verdict => ({
  metric_id: null,
  name: "M",
  requested_by: [],
  method: "rule",
  response_type,
  status,
  value,
});

test("only a pass_fail metric that was evaluated passes or fails", () => {
  const verdicts = [
    verdict("pass_fail", "EVALUATED", true),
    verdict("pass_fail", "EVALUATED", false),
    verdict("pass_fail", "EVALUATED", false),
    verdict("pass_fail", "ERROR"),
    verdict("pass_fail", "NOT_EVALUATED"),
    verdict("pass_fail", "NOT_APPLICABLE"),
    verdict("yes_no", "EVALUATED", false),
    verdict("quantitative", "EVALUATED", 1),
  ];
  expect(countVerdicts(verdicts)).toEqual({
    passed: 1,
    failed: 2,
    evaluated: 5,
    not_applicable: 1,
    not_evaluated: 1,
    error: 1,
  });
});
