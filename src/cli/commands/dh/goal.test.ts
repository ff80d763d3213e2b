import { expect, test } from "vitest";
import { goal } from "./goal.ts";

test.each([
  ["Wants a refund=3", { goal: "Wants a refund", num_calls: 3 }],
  ["Wants a refund", { goal: "Wants a refund", num_calls: 1 }],
  ["Says a=b=2", { goal: "Says a=b", num_calls: 2 }],
  ["None of these=0", { goal: "None of these", num_calls: 0 }],
])("reads the goal and its number of calls: %s", (text, parsed) => {
  expect(goal.parse(text)).toEqual(parsed);
});

test.each(["", "=2", "Says a=b", "Wants a refund=", "Wants a refund=-1", "Wants a refund=1.5"])(
  "%j is refused",
  (text) => {
    expect(() => goal.parse(text)).toThrow(/^must/);
  },
);
