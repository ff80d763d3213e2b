import { expect, test } from "vitest";
import { policyName } from "../../engine/policies/verdict-name.ts";
import { firstReason, reasonsOf } from "./first-reason.ts";

test("a policy with a long sentence is found by the beginning that the reason shows", () => {
  const name = policyName(
    "Book a visit only after the caller has said yes to one slot and given a full name.",
  );
  const judged = {
    outcome: "failed",
    outcome_reason:
      "Policy: Book a visit only after the caller has said yes to one slot… (book → broken: tool call 2 book); Goal (the caller did not get it)",
    criteria: { failed: [name, "Goal"] },
  };
  expect(firstReason(judged)).toBe(
    "Policy: Book a visit only after the caller has said yes to one slot…: book → broken: tool call 2 book; 1 more",
  );
  expect(reasonsOf(judged)).toEqual([
    { name, text: "book → broken: tool call 2 book" },
    { name: "Goal", text: "the caller did not get it" },
  ]);
});
