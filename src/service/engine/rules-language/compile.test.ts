import { describe, expect, it } from "vitest";
import { catalogue } from "./catalogue.fixture.ts";
import { checkRules, isRuleGuidance } from "./compile.ts";
import type { MetricSettings, ResponseType } from "./input.ts";

/** Each mistake as `line:column message`. */
function mistakes(guidance: string, settings: Partial<MetricSettings> = {}): string[] {
  const errors = checkRules(guidance, { response_type: "pass_fail", ...settings }, catalogue);
  return errors.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

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

describe("rules that can't be read", () => {
  it.each([
    ["@rulse", "1:1 expected `@rules` or `@metric`; found `@rulse`; did you mean `@rules`?"],
    ["Be kind.", "1:1 expected `@rules` or `@metric`; found `Be`"],
    ["", "1:1 expected `@rules` or `@metric`; found the end"],
    ["@metric", "1:8 expected a metric; found the end"],
    [
      "@rules\nfial when call_duration > 1 s",
      /^2:1 expected `pass`, .* found `fial`; did you mean `fail`\?$/,
    ],
    ["@rules\nelse 1", /^2:1 expected `pass`, .* found `else`$/],
    ["@rules\npass whn call_duration > 1 s", "2:6 expected `when`; found `whn`; did you mean `when`?"],
    ["@rules\npass when", /^2:10 expected `not`, .* or a metric; found the end$/],
    ["@rules\npass when agent", "2:16 expected `never` or `says`; found the end"],
    [
      '@rules\npass when agent syas "x"',
      "2:17 expected `never` or `says`; found `syas`; did you mean `says`?",
    ],
    [
      "@rules\npass when agent says x",
      "2:22 expected a text in double quotes or a pattern between slashes; found `x`",
    ],
    [
      '@rules\npass when agnt says "x"',
      "2:11 expected `agent`, `user`, `tool`, `not` or `count`; found `agnt`; did you mean `agent`?",
    ],
    ["@rules\npass when call_duration", "2:24 expected `>`, `>=`, `<`, `<=`, `=` or `!=`; found the end"],
    ["@rules\npass when call_duration == 1 s", /^2:25 .* found `==`; did you mean `>=`\?$/],
    ["@rules\npass when call_duration > 10sec", "2:29 expected `ms`, `s` or `%`; found `sec`"],
    ["@rules\npass when call_duration > 1 s > 2", /^2:31 expected .*`;` or a new line; found `>`$/],
    ['@rules\npass when agent says "x" fail when agent says "y"', /^2:26 .* found `fail`$/],
    ['@rules\npass when agent says "x" befor turn 3', /^2:26 .* found `befor`; did you mean `before`\?$/],
    ['@rules\npass when agent says "x" before turn 0', "2:38 the number of a turn counts from 1; found `0`"],
    ['@rules\npass when agent says "x" before turn 1.5', /^2:38 the number of a turn is a whole number/],
    [
      '@rules\npass when agent says "x" within 1.5 turns of user says "y"',
      /^2:33 a distance in turns is a whole number/,
    ],
    ['@rules\npass when agent says "x" within 3 of user says "y"', /^2:35 expected `turns`, /],
    ['@rules\npass when agent says "x" once twice', /^2:31 .* found `twice`$/],
    ["@rules\npass when tool x called with 3", '2:30 the parameters of a call are an object: {"name": …}'],
    ["@rules\npass when tool x called with {a 1}", "2:33 expected `:`; found `1`"],
    ["@rules\npass when tool x called with {a: 1, a: 2}", "2:37 the key `a` comes twice"],
    [
      "@rules\npass when tool x called with {a: {$ni: [1]}}",
      "2:35 `$ni` is no operator; did you mean `$in`?",
    ],
    ["@rules\npass when tool x called with {a: {$in: []}}", "2:40 `$in` needs something to choose from"],
    [
      "@rules\npass when tool x called with {a: {$any: true, b: 1}}",
      "2:35 an object with `$any` holds no other key",
    ],
    [
      "@rules\npass when tool x called with {a: [{$optional: 1}]}",
      "2:35 `$optional` stands only as the value of a key",
    ],
    ["@rules\npass when agent says “x”", /^2:22 `“` is no quote of this language/],
    ['@rules\npass when agent says "x', '2:22 this string is not closed with `"` on its line'],
    ["@rules\npass when agent says /x", "2:22 this pattern is not closed with `/` on its line"],
    [
      '@rules\npass when agent says "\\d"',
      "2:23 `\\d` is no escape of a string; for a backslash write `\\\\d`",
    ],
    [`@rules\npass when ${"(".repeat(60)}`, "2:51 this is nested more than 40 deep"],
    [`@rules\n${" ".repeat(20_000)}`, "2:19994 rules longer than 20000 characters are not read"],
  ])("%s", (guidance, expected) => {
    const found = mistakes(guidance);
    expect(found).toHaveLength(1);
    if (typeof expected === "string") expect(found[0]).toBe(expected);
    else expect(found[0]).toMatch(expected);
  });

  it("reports each clause that can't be read, and what is wrong with the others", () => {
    const guidance = [
      "@rules",
      "pass when agnt says /x/",
      "fial when call_duration > 1 s",
      "fail when cal_duration > 1 s",
      "pass whn tool x called; pass when tool x called 3",
    ].join("\n");
    expect(mistakes(guidance)).toEqual([
      expect.stringMatching(/^2:11 .* found `agnt`/),
      expect.stringMatching(/^3:1 .* found `fial`/),
      "4:11 `cal_duration` is no built-in metric; did you mean `call_duration`?",
      expect.stringMatching(/^5:6 expected `when`/),
      "5:50 expected `times` or `time`; found the end",
    ]);
  });

  it("says what could have stood there as data", () => {
    const [error] = checkRules("@rules\npass whn x", { response_type: "pass_fail" }, catalogue);
    expect(error).toEqual({
      line: 2,
      column: 6,
      message: "expected `when`; found `whn`; did you mean `when`?",
      expected: ["`when`"],
      near_miss: "when",
    });
  });
});

describe("names, patterns and comparisons", () => {
  it.each([
    ["agent says /a(b/", "2:22 this is no pattern: unterminated group"],
    ["agent says /ab(?=c)/", "2:25 look-around is not taken: it can't be matched in bounded time"],
    [
      'tool x called with {a: {$regex: "b*"}}',
      "2:44 this pattern matches the empty text, so it would match anywhere",
    ],
    ['agent says "?!"', "2:22 this text holds no word to listen for"],
    ["pitch > 3", "2:11 `pitch` can mean `agent.pitch` or `user.pitch`; write one of them"],
    ["call_duration > 10", "2:27 `call_duration` is a time, and `10` is none; write `10 ms` or `10 s`"],
    ["10 < call_duration", "2:11 `call_duration` is a time, and `10` is none; write `10 ms` or `10 s`"],
    ['count of agent says "a" > call_duration', "2:11 `call_duration` is a time, and a count is none"],
    [
      "interruptions.by_agent > 2 s",
      "2:36 `interruptions.by_agent` is measured in count and does not compare with s",
    ],
    [
      "talk_share.agent > call_duration",
      "2:30 `talk_share.agent` is measured in percent and does not compare with ms",
    ],
    ["1 < 2", "2:11 this compares two constants, so it is the same for every call"],
    ["ended_by > 3", "2:11 `ended_by` is no number, and `3` is one"],
    ['call_duration = "long"', '2:27 `"long"` is no number, and `call_duration` is one'],
    ['ended_by > "A"', "2:20 without numbers there is only `=` and `!=`; found `>`"],
    ['agent says "a" before turn 1', "2:26 no turn comes before turn 1"],
    ['agent says "a" after turn 2 before turn 3', "2:39 nothing is both after turn 2 and before turn 3"],
    ["tool x called after turn 3 before turn 3", "2:38 nothing is both after turn 3 and before turn 3"],
    ["tool x called at least 0 times", "2:11 `at least 0 times` is true of every call"],
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
      "`value =` has no place in a metric of type pass_fail, which takes `pass when` or `fail when`",
    ],
    [
      "yes_no",
      `pass when ${condition}`,
      "`pass when` has no place in a metric of type yes_no, which takes `yes when` or `no when`",
    ],
    ["enum", `yes when ${condition}`, "`yes when` has no place in a metric of type enum, which takes `enum`"],
    [
      "quantitative",
      "json {}",
      "`json` has no place in a metric of type quantitative, which takes `value =`",
    ],
    ["json", 'text "x"', "`text` has no place in a metric of type json, which takes `json`"],
    ["qualitative", 'enum "x"', "`enum` has no place in a metric of type qualitative, which takes `text`"],
    ["json", "@metric call_duration", "`value =` has no place in a metric of type json, which takes `json`"],
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
      "3:1 `na when` has a place only in a metric with allow_not_applicable",
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
      "3:1 nothing is answered when no condition holds; end with `else`",
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
          "`Escalated` is none of the enum_options `escalated` or `self_served`; did you mean `escalated`?",
        expected: ["`escalated`", "`self_served`"],
        near_miss: "escalated",
      },
    ]);
    expect(mistakes(guidance, { response_type: "enum", enum_options: null })).toEqual([]);
  });

  it.each([
    ["6", "2:9 6 is above max_value 5"],
    ["0", "2:9 0 is below min_value 1"],
    ["3 s", "2:9 a number that is the answer has no unit; found `s`"],
    ['"3"', "2:9 a quantitative metric is a number"],
    ["ended_by", "2:9 `ended_by` is no number, and a quantitative metric is one"],
  ])("refuses the value %s from 1 to 5", (value, message) => {
    const settings = { response_type: "quantitative", min_value: 1, max_value: 5 } as const;
    expect(mistakes(`@rules\nvalue = ${value}`, settings)).toEqual([message]);
  });

  it.each([
    [
      "p95 {response_latencyy.p95}",
      "2:12 `response_latencyy.p95` is no built-in metric; did you mean `response_latency.p95`?",
    ],
    ["a { b c }", "2:11 between `{` and `}` stands a metric"],
    ["a }", "2:9 `}` without its partner; a brace as text is written `}}`"],
    // With an escape in it, offsets inside the text are those of its start.
    ["\\n a }", "2:6 `}` without its partner; a brace as text is written `}}`"],
  ])("checks the metrics in the text %s", (text, message) => {
    expect(mistakes(`@rules\ntext "${text}"`, { response_type: "qualitative" })).toEqual([message]);
  });
});
