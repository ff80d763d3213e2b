import { expect, test } from "vitest";
import type { Output } from "../../contract/types.ts";
import { resultOutcome } from "./result-outcome.ts";

type Verdict = Output<"Verdict">;

const verdict = (name: string, fields: Partial<Verdict>): Verdict => ({
  metric_id: null,
  name,
  response_type: "pass_fail",
  requested_by: ["agent"],
  status: "EVALUATED",
  value: null,
  method: "rule",
  ...fields,
});
const passed = verdict("A", { value: true });
const failed = verdict("B", { value: false });
const open = verdict("C", { status: "NOT_EVALUATED", reason: "no_model" });
const broken = verdict("D", { status: "ERROR", reason: "rule_error" });
const wish = verdict("G", { requested_by: ["digital_human"], value: true });
const openWish = verdict("H", { ...open, name: "H", requested_by: ["digital_human"] });
const rating = verdict("E", { response_type: "yes_no", value: false });
const inapplicable = verdict("F", { status: "NOT_APPLICABLE" });

test.each([
  ["one that failed decides", [passed, failed, broken], "failed", "B"],
  [
    "an error leaves it open, whatever passed",
    [passed, broken],
    "incompleted",
    "not evaluated: D (rule_error)",
  ],
  ["what passed passes", [passed, rating, inapplicable], "passed", "A"],
  ["what was not evaluated leaves it open", [passed, open], "incompleted", "not evaluated: C (no_model)"],
  [
    "so does a stated wish, whatever else the digital human got",
    [passed, wish, openWish],
    "incompleted",
    "not evaluated: H (no_model)",
  ],
  [
    "the goal alone is not held against criteria that were stated",
    [passed, wish, { ...openWish, name: "Goal" }],
    "passed",
    "A; G",
  ],
  [
    "but a deed with something else than the digital human wants leaves it open",
    [passed, wish, { ...openWish, name: "Goal", reason: "not_said" }],
    "incompleted",
    "not evaluated: Goal (not_said)",
  ],
  [
    "and so does a deed for somebody else",
    [passed, wish, { ...openWish, name: "Goal", reason: "other_name" }],
    "incompleted",
    "not evaluated: Goal (other_name)",
  ],
  [
    "and so does a deed before the digital human changed its mind",
    [passed, wish, { ...openWish, name: "Goal", reason: "mind_not_changed" }],
    "incompleted",
    "not evaluated: Goal (mind_not_changed)",
  ],
  [
    "but without them it decides",
    [passed, { ...openWish, name: "Goal" }],
    "incompleted",
    "not evaluated: Goal (no_model)",
  ],
  ["nothing evaluated never passes", [open, inapplicable], "incompleted", "not evaluated: C (no_model)"],
  ["only pass_fail decides", [rating], "incompleted", "there was nothing to evaluate"],
  ["nor does nothing at all", [], "incompleted", "there was nothing to evaluate"],
] as const)("the outcome of a conversation: %s", (_, verdicts, outcome, reason) => {
  expect(resultOutcome(verdicts)).toMatchObject({ outcome, reason });
});

test("every criterion is named with its outcome", () => {
  expect(resultOutcome([passed, failed, open, broken, rating, inapplicable]).criteria).toEqual({
    held: ["A"],
    failed: ["B"],
    unevaluated: ["C"],
    error: ["D"],
  });
});
