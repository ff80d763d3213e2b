import { describe, expect, test } from "vitest";
import { clauseIn, explainEachClause, explainVerdict, groundsOf, voteSplit } from "./explain-verdict.ts";

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
    text,
    outcome,
    decided: true,
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

describe("a verdict on a policy", () => {
  const called = { kind: "tool_call", call: 2, name: "refund", matched: true };
  const clause = (text: string, outcome: unknown, ...evidence: object[]) => ({
    text,
    outcome,
    decided: true,
    evidence: evidence.map((piece) => ({ ...piece })),
  });
  const open = { ...clause("na when tool refund never called", false), decided: false };
  const broken = clause(
    "fail when tool refund called and not tool refund called after user agrees",
    true,
    called,
  );
  const verdict = {
    name: "Policy: Refund only once the caller has agreed",
    status: "EVALUATED",
    value: false,
    message: "refund only after the caller has agreed",
    clauses: [open, broken],
  };

  test("says what it is read as, not its rule, and is grouped by that", () => {
    const words = "refund only after the caller has agreed → broken: tool call 2 refund";
    expect(explainVerdict(verdict)).toBe(words);
    expect(explainEachClause(verdict)).toEqual([words]);
    expect(clauseIn(words)).toBe("refund only after the caller has agreed → broken");
  });

  test("does not repeat a sentence that is read as itself", () => {
    const message = "Refund only once the caller has agreed.";
    expect(explainVerdict({ ...verdict, message })).toBe("broken: tool call 2 refund");
  });

  test("adds the clause if its rule can fail in several ways", () => {
    const other = clause('fail when agent says "no"', true, { kind: "turn", turn: 3, quote: "no" });
    expect(explainEachClause({ ...verdict, clauses: [broken, other] })).toEqual([
      `refund only after the caller has agreed (${broken.text}) → broken: tool call 2 refund`,
      'refund only after the caller has agreed (fail when agent says "no") → broken: turn 3 "no"',
    ]);
  });

  test("says what it was kept by, or why it is open", () => {
    const kept = { ...verdict, value: true, clauses: [clause('fail when agent says "no"', false)] };
    expect(groundsOf(kept)).toBe("refund only after the caller has agreed → kept");
    const missing = { ...broken, outcome: "unknown", missing: "tool calls", decided: false };
    const unknown = { ...verdict, status: "NOT_EVALUATED", value: null, clauses: [missing] };
    expect(explainVerdict(unknown)).toBe(
      "refund only after the caller has agreed → not known: no tool calls",
    );
    const error = { ...verdict, status: "ERROR", value: null, message: "the rule has a mistake" };
    expect(explainVerdict(error)).toBe("the rule has a mistake");
  });

  test("a metric that only has such a name shows its clause", () => {
    const { message: _, ...unread } = verdict;
    expect(explainVerdict(unread)).toBe(`${broken.text} → condition met: tool call 2 refund`);
  });
});
