import { expect, it } from "vitest";
import { catalogue, readings } from "./catalogue.fixture.ts";
import { compileRules } from "./compile.ts";
import { evaluateRules } from "./evaluate.ts";
import { formatResult } from "./format.ts";
import type { MetricSettings, RuleInput } from "./input.ts";

const input: RuleInput = {
  turns: [
    { i: 1, speaker: "AGENT", text: 'This is a "recorded" line.', start_offset_ms: 0, end_offset_ms: 2000 },
    { i: 2, speaker: "USER", text: "Yes.", start_offset_ms: 2500 },
  ],
  tool_calls: [{ name: "book", parameters: { seats: 2 }, start_offset_ms: 3000 }, { name: "mail" }],
  metric: readings({ "agent.response_latency.p95": 3120, "talk_share.agent": 41.236 }),
};

function formatted(guidance: string, settings: MetricSettings): string[] {
  return formatResult(evaluateRules(compileRules(guidance, settings, catalogue), input)).split("\n");
}

it("shows each clause with its line, its outcome, and its evidence", () => {
  const guidance = [
    "@rules",
    'pass when agent says "recorded line"',
    "  before turn 3",
    "pass when tool book called with {seats: 3}",
    'pass when tool mail called after user says "yes"',
    "fail when response_latency.p95 > 2500ms",
  ].join("\n");
  expect(formatted(guidance, { response_type: "pass_fail" })).toEqual([
    "EVALUATED: false",
    '  line 2  true     pass when agent says "recorded line"',
    "      before turn 3",
    '      turn 1 AGENT: "recorded\\" line"',
    "  line 4  false    pass when tool book called with {seats: 3}",
    '      tool call 1 book({"seats":2}) at 3.0 s (not counted)',
    '  line 5  unknown  pass when tool mail called after user says "yes"',
    "      tool call 2 mail() (not counted)",
    "      missing: offsets of tool call 2 (mail), offsets of turn 2",
    "* line 6  true     fail when response_latency.p95 > 2500ms",
    "      agent.response_latency.p95 is 3.12 s",
  ]);
});

it.each<[string, MetricSettings, string]>([
  ["@metric talk_share.agent", { response_type: "quantitative" }, "EVALUATED: 41.24%"],
  [
    "@metric talk_share.agent",
    { response_type: "quantitative", max_value: 40 },
    "ERROR (out_of_range): 41.236 is above max_value 40",
  ],
  [
    "@metric call_duration",
    { response_type: "quantitative" },
    "NOT_EVALUATED (missing_metric): call_duration",
  ],
  ['@rules\nenum "a"', { response_type: "enum" }, 'EVALUATED: "a"'],
  ["@rules\npass when\n", { response_type: "pass_fail" }, "ERROR (rule_error)"],
])("begins with the verdict of %j", (guidance, settings, head) => {
  expect(formatted(guidance, settings)[0]).toBe(head);
});

it("lists the mistakes in rules with their positions", () => {
  expect(formatted("@rules\npass when x > 1\nfail whn x", { response_type: "pass_fail" })).toEqual([
    "ERROR (rule_error)",
    "  2:11 `x` is not a built-in metric",
    "  3:6 expected `when`; found `whn`; did you mean `when`?",
  ]);
});
