import { describe, expect, it } from "vitest";
import { catalogue, readings } from "../catalogue.fixture.ts";
import { compileRules } from "../compile.ts";
import { evaluateRules } from "../evaluate.ts";
import type { RuleInput } from "../input.ts";

const input: RuleInput = {
  turns: [
    { i: 1, speaker: "AGENT", text: "ok ok" },
    { i: 2, speaker: "USER", text: "no" },
  ],
  tool_calls: [{ name: "x" }, { name: "x", parameters: {} }],
  metric: readings({
    call_duration: 2010,
    "talk_share.agent": 41,
    "agent.response_rate": 0.7,
    "interruptions.by_agent": 2,
    "talk_time.agent": 900,
    "talk_time.user": 800,
    ended_by: "USER",
    "tool_calls.names": ["x"],
    longest_silence: Number.NaN,
    "words_per_minute.agent": "fast",
  }),
};

function outcomeOf(comparison: string): [unknown, string | undefined] {
  const rules = compileRules(`@rules\npass when ${comparison}`, { response_type: "pass_fail" }, catalogue);
  expect(rules.errors).toEqual([]);
  const clause = evaluateRules(rules, input).clauses[0];
  return [clause?.outcome, clause?.missing];
}

describe("comparisons", () => {
  it.each([
    ["call_duration = 2.01 s", true],
    ["call_duration > 2.01 s", false],
    ["call_duration >= 2010 ms", true],
    ["call_duration < 3 s", true],
    ["2 s < call_duration", true],
    ["talk_share.agent <= 41%", true],
    ["talk_share.agent > 40", true],
    ["response_rate = 70%", true],
    ["response_rate != 0.7", false],
    ["talk_time.agent > talk_time.user", true],
    ['ended_by = "USER"', true],
    ['ended_by = "user"', false],
    ['ended_by != "AGENT"', true],
    ["ended_by = null", false],
    ['count of agent says "ok" = interruptions.by_agent', true],
    ['count of user says "ok" = 0', true],
  ])("%s: %s", (comparison, outcome) => {
    expect(outcomeOf(comparison)).toEqual([outcome, undefined]);
  });

  it.each([
    ["agent.pitch > 1", "agent.pitch"],
    ["agent.pitch > user.pitch", "agent.pitch, user.pitch"],
    ["longest_silence > 1 s", "longest_silence"],
    ["words_per_minute.agent > 100", "comparable values of words_per_minute.agent and 100"],
    ['tool_calls.names = "x"', 'comparable values of tool_calls.names and "x"'],
  ])("%s is unknown", (comparison, missing) => {
    expect(outcomeOf(comparison)).toEqual(["unknown", missing]);
  });

  it.each([
    // Between 0 and 1 calls match: the parameters of the first were not logged, and those of the second lack
    // `a`.
    ["> 1", false],
    [">= 1", "unknown"],
    ["< 2", true],
    ["<= 0", "unknown"],
    ["= 2", false],
    ["= 1", "unknown"],
    ["!= 2", true],
    ["!= 0", "unknown"],
  ])("a count from 0 to 1 %s: %s", (comparison, outcome) => {
    expect(outcomeOf(`count of tool x called with {a: 1} ${comparison}`)[0]).toBe(outcome);
  });
});
