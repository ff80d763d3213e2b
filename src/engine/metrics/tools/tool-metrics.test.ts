import { describe, expect, test } from "vitest";
import type { ConversationInput, ExpectedToolCall, ToolCall } from "../conversation.ts";
import { evaluateBuiltins, metricsById } from "../evaluate-builtins.ts";

function evaluate(input: ConversationInput) {
  return metricsById(evaluateBuiltins(input).metrics);
}

function withCalls(
  tool_calls: ToolCall[],
  expected_tool_calls: ExpectedToolCall[],
  effectful_tools?: string[],
) {
  return evaluate({ tool_calls, expected_tool_calls, effectful_tools });
}

const expected = [
  { name: "get_order", parameters: { id: 7 } },
  { name: "cancel_order", parameters: { id: 7 } },
  { name: "send_email", parameters: { to: { $regex: "@" } } },
];

describe("a conversation with every kind of fault", () => {
  const calls = [
    { name: "cancel_order", start_offset_ms: 900, parameters: { id: 8 }, output: { error: "no such order" } },
    { name: "get_order", start_offset_ms: 1000, parameters: { id: 7 }, output: { id: 7 } },
    { name: "get_order", start_offset_ms: 1500, parameters: { id: 7 }, output: { id: 7 } },
    { name: "refund_order", start_offset_ms: 2000, parameters: { id: 7 } },
  ];

  test.each([
    ["tool_calls.count", 4, 4],
    ["tool_calls.failed", 1, 4],
    ["tool_calls.duplicates", 1, 4],
    ["tool_calls.match_rate", 1 / 3, 3],
    ["tool_calls.wrong_args", 1, 3],
    ["tool_calls.wrong_output", 0, 3],
    ["tool_calls.missing", 1, 3],
    // The second get_order, and refund_order, which changes something.
    ["tool_calls.extra", 2, 3],
    ["tool_calls.extra_effectful", 1, 3],
    // get_order was expected before cancel_order.
    ["tool_calls.order_violations", 1, 3],
    // Expected to change something: 2; changed something without failing: 1.
    ["tool_calls.effectful_agreement", 0, 3],
  ])("%s is %d", (id, value, n) => {
    expect(withCalls(calls, expected).get(id)).toMatchObject({ status: "EVALUATED", value, n });
  });

  test("names, evidence and the whole outcome", () => {
    const metrics = withCalls(calls, expected);
    expect(metrics.get("tool_calls.names")?.value).toEqual([
      "cancel_order",
      "get_order",
      "get_order",
      "refund_order",
    ]);
    expect(metrics.get("tool_calls.duplicates")?.evidence).toEqual([{ tool_call: 2 }]);
    expect(metrics.get("tool_calls.outcome")?.value).toMatchObject({
      expected: [{ status: "matched" }, { status: "wrong_args" }, { status: "missing" }],
      extra: [2, 3],
      extra_effectful: [3],
    });
  });
});

describe("effectful agreement", () => {
  const done = { name: "cancel_order", parameters: { id: 7 } };
  const agreement = (calls: ToolCall[], wanted: ExpectedToolCall[], effectful?: string[]) =>
    withCalls(calls, wanted, effectful).get("tool_calls.effectful_agreement")?.value;

  test("calls that only read do not matter", () => {
    expect(agreement([{ name: "get_order" }, done, { name: "search" }], [done])).toBe(1);
  });

  test("a failed attempt before the right call does not matter", () => {
    expect(agreement([{ ...done, parameters: { id: 8 }, output: "Error: unknown" }, done], [done])).toBe(1);
  });

  test("another parameter, a repetition or another change does", () => {
    expect(agreement([{ ...done, parameters: { id: 7, force: true } }], [done])).toBe(0);
    expect(agreement([done, done], [done])).toBe(0);
    expect(agreement([done, { name: "book_table" }], [done])).toBe(0);
  });

  test("a list of tools replaces the guess by name", () => {
    expect(agreement([done, { name: "book_table" }], [done], ["cancel_order"])).toBe(1);
  });

  test("nothing to change and nothing changed agrees when there were calls", () => {
    expect(agreement([{ name: "get_order" }], [])).toBe(1);
  });
});

describe("what is missing", () => {
  test("no call expected and none made is not applicable", () => {
    const metrics = withCalls([], []);
    for (const id of ["match_rate", "missing", "extra", "effectful_agreement", "outcome"]) {
      expect(metrics.get(`tool_calls.${id}`)).toMatchObject({ status: "NOT_APPLICABLE", value: null });
    }
    expect(metrics.get("tool_calls.count")).toMatchObject({ status: "EVALUATED", value: 0 });
  });

  test("calls that were not submitted are not calls that were not made", () => {
    expect(evaluate({ expected_tool_calls: expected }).get("tool_calls.missing")).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "missing_tool_calls",
    });
  });

  test("without expectations there is nothing to match", () => {
    const metrics = evaluate({ tool_calls: [{ name: "f" }] });
    expect(metrics.get("tool_calls.extra")).toMatchObject({ reason: "missing_expected_tool_calls" });
    expect(metrics.get("tool_calls.count")?.value).toBe(1);
  });

  test("a pattern that cannot be run leaves the matching undecided", () => {
    const metrics = withCalls(
      [{ name: "f", parameters: { a: "x" } }],
      [{ name: "f", parameters: { a: { $regex: "(" } } }],
    );
    expect(metrics.get("tool_calls.match_rate")).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "unsupported_pattern",
    });
  });

  test("too many calls are not matched", () => {
    const many = Array.from({ length: 600 }, () => ({ name: "f" }));
    expect(withCalls(many, many).get("tool_calls.match_rate")).toMatchObject({
      reason: "too_many_tool_calls",
    });
  });

  test("calls without a start are not placed in time", () => {
    const { data_quality } = evaluateBuiltins({
      tool_calls: [{ name: "f", start_offset_ms: 5 }, { name: "g" }],
    });
    expect(data_quality).toMatchObject([{ code: "tool_call_without_offset", indexes: [1] }]);
  });
});

test("parameters that differ only in the order of keys are duplicates", () => {
  const calls = [
    { name: "f", parameters: { a: 1, b: { c: [1], d: null } } },
    { name: "f", parameters: { b: { d: null, c: [1] }, a: 1 } },
    { name: "g", parameters: { a: 1, b: { c: [1], d: null } } },
  ];
  expect(evaluate({ tool_calls: calls }).get("tool_calls.duplicates")?.evidence).toEqual([{ tool_call: 1 }]);
});
