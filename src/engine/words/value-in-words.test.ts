import { expect, test } from "vitest";
import { explainVerdict } from "../explain-verdict.ts";
import { valueInWords } from "./value-in-words.ts";

test.each([
  [{ as_expected: true, problems: [], expected: [] }, "as expected"],
  [
    { as_expected: false, problems: ["book_table was not called"] },
    "not as expected: book_table was not called",
  ],
  [{ matched: 2, extra: [], is_guess: false }, "matched 2, extra none, is guess no"],
])("%j in words is %s", (value, words) => {
  expect(valueInWords(value)).toBe(words);
});

test("a verdict on tool calls is explained without JSON", () => {
  const value = { as_expected: false, problems: ["book_table was not called"], extra: [] };
  const explained = explainVerdict({
    status: "EVALUATED",
    value: false,
    clauses: [
      {
        text: "pass when metric tool_calls.outcome",
        outcome: true,
        decided: true,
        evidence: [{ kind: "metric", id: "tool_calls.outcome", value }],
      },
    ],
  });
  expect(explained).toContain("tool_calls.outcome is not as expected: book_table was not called");
  expect(explained).not.toContain("as_expected");
});
