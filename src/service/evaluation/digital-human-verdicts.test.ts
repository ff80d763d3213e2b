import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../engine/metrics/conversation.ts";
import { evaluateBuiltins } from "../../engine/metrics/evaluate-builtins.ts";
import { goalVerdict, successCriteria, toolCallsVerdict } from "./digital-human-verdicts.ts";

describe("success criteria", () => {
  test("are rules where they are written as rules", () => {
    const rules = '@rules\npass when agent says "refund"';
    expect(successCriteria(rules)).toMatchObject({ response_type: "pass_fail", scoring_guidance: rules });
  });

  test("are for a judge otherwise", () => {
    const criteria = successCriteria(" The agent opens a case ");
    expect(criteria).toMatchObject({ description: "The agent opens a case" });
    expect(criteria).not.toHaveProperty("scoring_guidance");
  });

  test("may be none", () => {
    for (const none of [null, undefined, "", "  "]) expect(successCriteria(none)).toBeUndefined();
  });
});

describe("the goal", () => {
  test.each([
    [true, "goal_reached", { status: "EVALUATED", value: true }],
    [false, "max_turns", { status: "EVALUATED", value: false }],
    [false, "ended_by_request", { status: "NOT_EVALUATED", reason: "ended_by_request", value: null }],
  ])("reached: %s, at the end %s", (completed, end_reason, expected) => {
    expect(goalVerdict(completed, end_reason)).toMatchObject([{ name: "Goal", ...expected }]);
  });

  test("that there is not has no verdict", () => {
    expect(goalVerdict(null, "agent_ended")).toEqual([]);
  });
});

describe("expected tool calls", () => {
  const expected_tool_calls = [{ name: "open_case", parameters: { order: "1182" } }];
  const verdictOn = (tool_calls: ToolCall[] | null) => {
    const { metrics } = evaluateBuiltins({ tool_calls, expected_tool_calls });
    return toolCallsVerdict(metrics.map((metric) => ({ ...metric, evidence: [] })));
  };
  const open = { name: "open_case", parameters: { order: "1182" } };

  test.each([
    ["made as expected", [open], true],
    ["made beside one that changes nothing", [{ name: "get_order" }, open], true],
    ["made with other parameters", [{ name: "open_case", parameters: { order: "1183" } }], false],
    ["not made", [], false],
    ["made beside one that changes something", [open, { name: "cancel_order" }], false],
  ])("%s", (_, tool_calls, value) => {
    expect(verdictOn(tool_calls)).toMatchObject({ status: "EVALUATED", value });
  });

  test("are not evaluated where the calls are not known", () => {
    expect(verdictOn(null)).toMatchObject({ status: "NOT_EVALUATED", reason: "missing_tool_calls" });
  });
});
