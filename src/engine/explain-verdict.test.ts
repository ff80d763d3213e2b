import { describe, expect, test } from "vitest";
import { explainVerdict, groundsOf, voteSplit } from "./explain-verdict.ts";

const votes = (...values: unknown[]) => values.map((value) => ({ status: "EVALUATED", value }));

test("a verdict on which votes differ says how they are divided, the largest part first", () => {
  const verdict = { status: "EVALUATED", value: false, reasoning: "No greeting." };
  expect(explainVerdict({ ...verdict, votes: votes(true, false, false) })).toBe(
    "No greeting. (votes: 2 false, 1 true)",
  );
  expect(explainVerdict({ ...verdict, votes: votes(false, false) })).toBe("No greeting.");
});

test("votes that decide nothing, or failed, are named by their reason", () => {
  const failed = [{ status: "ERROR", reason: "wrong_type" }, { status: "NOT_APPLICABLE" }];
  expect(voteSplit([...votes(true), ...failed])).toBe("1 true, 1 wrong_type, 1 not_applicable");
  expect(voteSplit(votes(true))).toBeUndefined();
});

describe("what a verdict that passed rests on", () => {
  const turn = (quote: string, matched = true) => ({
    kind: "turn",
    turn: 2,
    speaker: "AGENT",
    quote,
    matched,
  });
  const call = { kind: "tool_call", call: 1, name: "find_slot", parameters: {}, matched: true };
  const clause = (text: string, outcome: boolean, ...evidence: object[]) => ({
    ...{ text, outcome, decided: true },
    evidence: evidence.map((piece) => ({ ...piece })),
  });
  const passed = { status: "EVALUATED", value: true };

  test("words and tool calls, each once", () => {
    const clauses = [
      clause("pass when a", true, turn("front desk"), call),
      clause("pass when b", true, call),
    ];
    expect(groundsOf({ ...passed, clauses })).toBe('turn 2 "front desk", tool call 1 find_slot');
    expect(groundsOf({ ...passed, message: "the agent greets", evidence: [turn("Hello")] })).toBe(
      'turn 2 "Hello"',
    );
  });

  test("what did not happen", () => {
    const fail = clause('fail when agent says "no"', false, turn("nobody", false));
    expect(groundsOf({ ...passed, clauses: [fail] })).toMatch(/^fail when agent says "no" → /);
    expect(groundsOf({ ...passed, clauses: [fail, fail] })).toBe("none of 2 conditions for failing was met");
  });

  test("a message, if there is nothing else", () => {
    const metric = { kind: "metric", id: "tool_calls.outcome", value: {} };
    expect(groundsOf({ ...passed, message: "nothing was called", evidence: [metric] })).toBe(
      "nothing was called",
    );
    expect(groundsOf(passed)).toBeUndefined();
  });
});
