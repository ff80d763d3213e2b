import { expect, test } from "vitest";
import { compileRules } from "../compile.ts";
import { evaluateRules } from "../evaluate.ts";
import type { RuleInput } from "../input.ts";

const input: RuleInput = {
  turns: [
    { i: 1, speaker: "AGENT", text: "Tuesday is free. Shall I book it?", arrival: 0 },
    { i: 2, speaker: "USER", text: "Fair enough.", arrival: 1 },
    { i: 3, speaker: "AGENT", text: "Your ticket is R-2041.", arrival: 3 },
  ],
  tool_calls: [
    { name: "book", parameters: { day: "tuesday", people: 4 }, output: { ticket: "R-2041" }, arrival: 2 },
  ],
  metric: () => undefined,
};

const outcomeOf = (condition: string, given = input) => {
  const rules = compileRules(`@rules\npass when ${condition}`, { response_type: "pass_fail" }, []);
  expect(rules.errors).toEqual([]);
  return evaluateRules(rules, given).clauses[0]?.outcome;
};

test.each([
  ["user agrees", true],
  ["tool book called after user agrees", true],
  ["agent says value of book", true],
  ["agent says value of book.day", true],
  ["agent says value of book.people", false],
  ["tool book called after agent says value of book", true],
  ["agent says result of book", true],
  ["agent says result of book before tool book called", false],
  ["agent says result of other", false],
  ["tool book called with {/people|party/: {$gt: 3}}", true],
  ["tool book called with {/people|party/: {$gt: 4}}", false],
  ['tool book called with {/day|date/: {$weekday: ["monday", "tuesday"]}}', true],
  ['tool book called with {/day|date/: {$weekday: "sunday"}}', false],
])("%s: %s", (condition, outcome) => {
  expect(outcomeOf(condition)).toBe(outcome);
});

const move = (words: string): RuleInput => ({
  turns: [
    { i: 1, speaker: "USER", text: "Please take it on the 10th of March from now on.", arrival: 0 },
    { i: 2, speaker: "AGENT", text: words, arrival: 2 },
  ],
  tool_calls: [
    { name: "change", parameters: { day: 10, time: "10:40" }, output: { first: "2026-03-10" }, arrival: 1 },
  ],
  metric: () => undefined,
});

test.each([
  ["agent says result of change.first after tool change called", "It is on Tuesday 10 March.", true],
  ["agent says result of change.first after tool change called", "It is on Tuesday 17 March.", false],
  // Without a key, a caller's own words are not something that the tool told.
  ["agent says result of change", "It is on Tuesday 10 March.", false],
  ["agent says value of change.time", "At twenty to eleven.", true],
  ["agent says value of change.time", "At 10:50.", false],
])("%s in %j: %s", (condition, words, outcome) => {
  expect(outcomeOf(condition, move(words))).toBe(outcome);
});

const kitchen = (text: string): RuleInput => ({
  turns: [{ i: 1, speaker: "AGENT", text, arrival: 0 }],
  tool_calls: [],
  metric: () => undefined,
});

test.each([
  ['agent says "is safe"', "I can't promise that it is safe.", true],
  ['agent says "is safe" unless denied', "I can't promise that it is safe.", false],
  ["agent says /is safe/i unless denied before turn 3", "It is safe.", true],
  ['agent says "is safe" unless denied at least 2 times', "It is safe. I can't say that it is safe.", false],
  ['agent never says "is safe" unless denied', "Nothing is safe.", true],
  ['count of agent says "is safe" unless denied = 1', "It is safe. It is not true that it is safe.", true],
])("%s in %j: %s", (condition, words, outcome) => {
  expect(outcomeOf(condition, kitchen(words))).toBe(outcome);
});

test("without tool calls, it is unknown what the agent says of them", () => {
  expect(outcomeOf("agent says value of book", { ...input, tool_calls: undefined })).toBe("unknown");
});

test.each([
  ["All good, thanks.", true],
  ["Lovely.", true],
  ["Grand, see you then.", true],
  ["Not so lovely.", false],
  ["That's not all good.", false],
  ["Lovely?", false],
])("user agrees with %j: %s", (text, agrees) => {
  const answered = { ...input, turns: [input.turns?.[0], { i: 2, speaker: "USER", text, arrival: 1 }] };
  expect(outcomeOf("user agrees", answered as RuleInput)).toBe(agrees);
});
