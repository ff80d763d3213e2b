import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const fields = ["name", "intent", "language", "creativity", "success_criteria"];

test.each([
  ["nmae", "name"],
  ["langauge", "language"],
  ["Creativity", "creativity"],
  ["sucess_criteria", "success_criteria"],
])("%s was meant to be %s", (word, meant) => {
  expect(nearest(word, fields)).toBe(meant);
});

test("a wild guess is not made", () => {
  expect(nearest("zebra", fields)).toBeUndefined();
  expect(nearest("x", fields)).toBeUndefined();
});
