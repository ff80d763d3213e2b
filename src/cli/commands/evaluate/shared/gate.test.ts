import { expect, test } from "vitest";
import type { Call } from "../../../render/evaluation/call.ts";
import { judgeCalls } from "./gate.ts";

type Verdict = NonNullable<Call["evaluation"]>["verdicts"][number];

const none = { passed: 0, failed: 0, evaluated: 0, not_applicable: 0, not_evaluated: 0, error: 0 };
const open = {
  metric_id: null,
  name: "Kindness",
  response_type: "pass_fail",
  requested_by: ["agent"],
  status: "NOT_EVALUATED",
  reason: "no_model",
  value: null,
  method: "judge",
};
/** Verdicts as many as the counts say. Those without a value neither pass nor fail, except the given ones. */
const verdictsOf = (counts: Partial<typeof none>, given: readonly Verdict[]): Verdict[] => {
  const { passed, failed, not_applicable, not_evaluated, error } = { ...none, ...counts };
  const some = (count: number, fields: Partial<Verdict>) =>
    Array.from({ length: count }, (): Verdict => ({ ...open, ...fields }));
  const other = { response_type: "quantitative" };
  return [
    ...given,
    ...some(passed, { status: "EVALUATED", value: true }),
    ...some(failed, { status: "EVALUATED", value: false }),
    ...some(not_applicable, { status: "NOT_APPLICABLE" }),
    ...some(not_evaluated - given.length, other),
    ...some(error, { ...other, status: "ERROR" }),
  ];
};
const call = (
  counts: Partial<typeof none> | null,
  status = "COMPLETED",
  given: readonly Verdict[] = [],
): Call => ({
  id: "8c7d",
  agent_id: "101",
  status,
  created_at: "2025-03-01T10:04:00Z",
  start_time_utc: "2025-03-01T10:00:00Z",
  prompt_version: null,
  knowledge_base_version: null,
  recording: null,
  evaluation: counts && {
    evaluated_at: "2025-03-01T10:05:00Z",
    verdicts: verdictsOf(counts, given),
    counts: { ...none, ...counts },
    metrics: [],
    timing_from: null,
    data_quality: [],
    transcript: null,
    recording: null,
    usage: { calls: 0, cached_calls: 0, prompt_tokens: 0, completion_tokens: 0, ms: 0 },
  },
});
const options = { min_pass_rate: 1, require_evaluated: false, allow_unevaluated: false, max_wait: 60 };
const strict = { ...options, require_evaluated: true };

test.each([
  ["all that pass or fail passed", [call({ passed: 1 }), call({ passed: 2 })], options, null, 1],
  ["enough passed", [call({ passed: 3, failed: 1 })], { ...options, min_pass_rate: 0.75 }, null, 0.75],
  ["too few passed", [call({ passed: 3, failed: 1 })], options, "3 of 4 passed (75%); 100% required", 0.75],
  [
    "a rate of 0 asks for a verdict all the same",
    [call({ not_evaluated: 1 })],
    { ...options, min_pass_rate: 0 },
    "no pass/fail verdict was reached",
    null,
  ],
  [
    "no metric applies",
    [call({}), call({})],
    options,
    "no pass/fail verdict was reached: no metric applies to these calls (--metric and --metric-tag name some)",
    null,
  ],
  ["there is nothing", [], options, "no pass/fail verdict was reached", null],
  [
    "one is not over",
    [call({ passed: 1 }), call(null, "EVALUATING")],
    options,
    "1 of 2 calls were not evaluated within 60 s",
    1,
  ],
  [
    "a metric without pass or fail need not be evaluated",
    [call({ passed: 1, not_evaluated: 1, error: 1 })],
    options,
    null,
    1,
  ],
  [
    "but where it must be evaluated it does",
    [call({ passed: 1, not_evaluated: 1 })],
    strict,
    "metrics without a verdict: 1 not evaluated, 0 in error",
    1,
  ],
  [
    "and so does an error",
    [call({ passed: 1, error: 1 })],
    strict,
    "metrics without a verdict: 0 not evaluated, 1 in error",
    1,
  ],
  [
    "and a call that could not be read whole",
    [call({ passed: 1 }, "INCOMPLETED")],
    strict,
    "1 of 1 calls could not be read completely",
    1,
  ],
  [
    "a pass/fail verdict that was not reached does not pass",
    [call({ passed: 1, not_evaluated: 1 }, "COMPLETED", [open])],
    options,
    "1 pass/fail verdicts were not reached (Kindness: no_model); --allow-unevaluated lets them pass",
    0.5,
  ],
  [
    "unless somebody allows it",
    [call({ passed: 1, not_evaluated: 1 }, "COMPLETED", [open])],
    { ...options, allow_unevaluated: true },
    null,
    1,
  ],
  [
    "and something was evaluated",
    [call({ not_evaluated: 1 }, "COMPLETED", [open])],
    { ...options, allow_unevaluated: true },
    "no pass/fail verdict was reached",
    null,
  ],
  ["what does not apply is evaluated", [call({ passed: 1, not_applicable: 1 })], strict, null, 1],
] as const)("the gate on calls: %s", (_, calls, given, reason, pass_rate) => {
  expect(judgeCalls(calls, given)).toMatchObject({ passed: reason === null, reason, pass_rate });
});
