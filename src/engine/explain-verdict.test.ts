import { expect, test } from "vitest";
import { explainVerdict, voteSplit } from "./explain-verdict.ts";

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
