import { describe, expect, it } from "vitest";
import type { ResponseType } from "../../contract/values.ts";
import { catalogue } from "./catalogue.fixture.ts";
import { checkRules, isRuleGuidance } from "./compile.ts";
import type { MetricSettings } from "./input.ts";
import { mistakes } from "./mistakes.fixture.ts";

describe("isRuleGuidance", () => {
  it.each([
    ["@rules\npass when x > 1", true],
    ["\n  @metric x", true],
    // A misspelt directive is a mistake in rules, not guidance for a judge.
    ["@rulse", true],
    ["Pass when @rules", false],
    ["", false],
    [null, false],
    [undefined, false],
  ])("%j: %s", (guidance, expected) => {
    expect(isRuleGuidance(guidance)).toBe(expected);
  });
});

describe("names, patterns and comparisons", () => {
  it.each([
    ["agent says /a(b/", "2:22 this is not a valid pattern: unterminated group"],
    ["agent says /ab(?=c)/", "2:25 look-around is not supported: it can't be matched in bounded time"],
    [
      'tool x called with {a: {$regex: "b*"}}',
      "2:44 this pattern matches the empty text, so it would match anywhere",
    ],
    ['agent says "?!"', "2:22 this text contains no word to look for"],
    ["pitch > 3", "2:11 `pitch` can mean `agent.pitch` or `user.pitch`; write one of them"],
    ["call_duration > 10", "2:27 `call_duration` is a time, but `10` is not; write `10 ms` or `10 s`"],
    ["10 < call_duration", "2:11 `call_duration` is a time, but `10` is not; write `10 ms` or `10 s`"],
    ['count of agent says "a" > call_duration', "2:11 `call_duration` is a time, but a count is not"],
    [
      "interruptions.by_agent > 2 s",
      "2:36 `interruptions.by_agent` is measured in count and cannot be compared with s",
    ],
    [
      "talk_share.agent > call_duration",
      "2:30 `talk_share.agent` is measured in percent and cannot be compared with ms",
    ],
    ["1 < 2", "2:11 this compares two constants, so it is the same for every call"],
    ["ended_by > 3", "2:11 `ended_by` is not a number, but `3` is"],
    ['call_duration = "long"', '2:27 `"long"` is not a number, but `call_duration` is'],
    ['ended_by > "A"', "2:20 only numbers can be compared with `>`; use `=` or `!=`"],
    ['agent says "a" before turn 1', "2:26 no turn comes before turn 1"],
    ['agent says "a" after turn 2 before turn 3', "2:39 nothing can be both after turn 2 and before turn 3"],
    ["tool x called after turn 3 before turn 3", "2:38 nothing can be both after turn 3 and before turn 3"],
    ["tool x called at least 0 times", "2:11 `at least 0 times` is true for every call"],
  ])("%s", (condition, expected) => {
    expect(mistakes(`@rules\npass when ${condition}`)).toEqual([expected]);
  });

  it.each([
    "call_duration > 0",
    "talk_time.agent > talk_time.user",
    "talk_share.agent > 60%",
    "talk_share.agent > 60",
    "response_rate < 90%",
    'ended_by = "USER"',
    'count of agent says "a" > interruptions.by_agent',
    'agent says "a" after turn 1 before turn 3',
    "tool x called before turn 1",
    "tool x called after turn 2 before turn 3",
  ])("%s is fine", (condition) => {
    expect(mistakes(`@rules\npass when ${condition}`)).toEqual([]);
  });
});

describe("clauses and the response type", () => {
  const condition = 'agent says "a"';

  it.each<[ResponseType, string, string]>([
    [
      "pass_fail",
      "value = call_duration",
      "`value =` is not allowed in a metric of type pass_fail, which takes `pass when` or `fail when`",
    ],
    [
      "yes_no",
      `pass when ${condition}`,
      "`pass when` is not allowed in a metric of type yes_no, which takes `yes when` or `no when`",
    ],
    [
      "enum",
      `yes when ${condition}`,
      "`yes when` is not allowed in a metric of type enum, which takes `enum`",
    ],
    [
      "quantitative",
      "json {}",
      "`json` is not allowed in a metric of type quantitative, which takes `value =`",
    ],
    ["json", 'text "x"', "`text` is not allowed in a metric of type json, which takes `json`"],
    ["qualitative", 'enum "x"', "`enum` is not allowed in a metric of type qualitative, which takes `text`"],
    [
      "json",
      "@metric call_duration",
      "`value =` is not allowed in a metric of type json, which takes `json`",
    ],
  ])("a %s metric does not take %s", (response_type, clause, message) => {
    const guidance = clause.startsWith("@") ? clause : `@rules\n${clause}`;
    expect(mistakes(guidance, { response_type })).toEqual([`${guidance === clause ? 1 : 2}:1 ${message}`]);
  });

  it("reads nothing after the metric of `@metric`", () => {
    const found = mistakes("@metric call_duration > 1", { response_type: "quantitative" });
    expect(found).toEqual(["1:23 expected the end; found `>`"]);
  });

  it.each<[ResponseType, string]>([
    ["pass_fail", "`pass when` or `fail when`"],
    ["quantitative", "`value =`"],
  ])("a %s metric needs %s", (response_type, forms) => {
    const message = `1:1 a metric of type ${response_type} needs at least one ${forms}`;
    expect(mistakes("@rules", { response_type })).toEqual([message]);
    expect(mistakes(`@rules\nna when ${condition}`, { response_type, allow_not_applicable: true })).toEqual([
      message,
    ]);
  });

  it("takes `na when` only where the metric may be not applicable", () => {
    const guidance = `@rules\nfail when tool x called\nna when ${condition}`;
    expect(mistakes(guidance)).toEqual([
      "3:1 `na when` is allowed only in a metric with allow_not_applicable",
    ]);
    expect(mistakes(guidance, { allow_not_applicable: true })).toEqual([]);
  });

  it.each<[ResponseType, string]>([
    ["enum", 'enum "x" when tool x called\n"y" when tool y called'],
    ["quantitative", "value = 3 when tool x called\nvalue = 2 when tool y called"],
    ["qualitative", 'text "x" when tool x called\ntext "y" when tool y called'],
    ["json", "json {a: 1} when tool x called\njson {} when tool y called"],
  ])("a %s metric answers every call", (response_type, clauses) => {
    expect(mistakes(`@rules\n${clauses}`, { response_type })).toEqual([
      "3:1 no answer if none of the conditions is true; end with `else`",
    ]);
  });

  it.each<[ResponseType, string, string[]]>([
    ["enum", 'enum "x" when tool x called; else "y"; "z" when tool y called', ["2:40"]],
    ["enum", 'enum "x" when tool x called\nenum "y" when  tool x  called\nelse "z"', ["3:1"]],
    ["quantitative", "value = 1\nvalue = 2", ["3:1"]],
    ["json", "json {}; else {}; else {}", ["2:10", "2:19"]],
    ["pass_fail", 'pass when agent says "a"\nfail when agent says "a"', ["3:1"]],
    ["pass_fail", 'pass when agent says "a"\nfail when agent says /a/', []],
  ])("finds in a %s metric the clauses that can never decide: %s", (response_type, clauses, positions) => {
    const found = mistakes(`@rules\n${clauses}`, { response_type });
    expect(found.map((mistake) => mistake.split(" ")[0])).toEqual(positions);
    for (const mistake of found) expect(mistake).toContain("this clause can never decide: line 2 ");
  });

  it("takes only the options of an enum", () => {
    const guidance = '@rules\nenum "Escalated" when tool x called; else "self_served"';
    const settings: MetricSettings = { response_type: "enum", enum_options: ["escalated", "self_served"] };
    expect(checkRules(guidance, settings, catalogue)).toEqual([
      {
        line: 2,
        column: 6,
        message:
          "`Escalated` is not one of the enum_options `escalated` or `self_served`; did you mean `escalated`?",
        expected: ["`escalated`", "`self_served`"],
        near_miss: "escalated",
      },
    ]);
    expect(mistakes(guidance, { response_type: "enum", enum_options: null })).toEqual([]);
  });

  it.each([
    ["6", "2:9 6 is above max_value 5"],
    ["0", "2:9 0 is below min_value 1"],
    ["3 s", "2:9 a number as the answer must not have a unit; found `s`"],
    ['"3"', "2:9 a quantitative metric must be a number"],
    ["ended_by", "2:9 `ended_by` is not a number; a quantitative metric must be one"],
  ])("refuses the value %s from 1 to 5", (value, message) => {
    const settings = { response_type: "quantitative", min_value: 1, max_value: 5 } as const;
    expect(mistakes(`@rules\nvalue = ${value}`, settings)).toEqual([message]);
  });

  it.each([
    [
      "p95 {response_latencyy.p95}",
      "2:12 `response_latencyy.p95` is not a built-in metric; did you mean `response_latency.p95`?",
    ],
    ["a { b c }", "2:11 expected the name of a metric between `{` and `}`"],
    ["a }", "2:9 `}` has no matching brace; for a literal brace write `}}`"],
    // With an escape, offsets inside the text are those of its start.
    ["\\n a }", "2:6 `}` has no matching brace; for a literal brace write `}}`"],
  ])("checks the metrics in the text %s", (text, message) => {
    expect(mistakes(`@rules\ntext "${text}"`, { response_type: "qualitative" })).toEqual([message]);
  });
});
