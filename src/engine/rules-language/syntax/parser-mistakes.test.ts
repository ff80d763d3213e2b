import { describe, expect, it } from "vitest";
import { catalogue } from "../catalogue.fixture.ts";
import { checkRules } from "../compile.ts";
import { mistakes } from "../mistakes.fixture.ts";

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
      "2:22 expected `value`, `result`, a text in double quotes or a pattern between slashes; found `x`",
    ],
    [
      '@rules\npass when agnt says "x"',
      "2:11 expected `agent`, `user`, `tool`, `state`, `not` or `count`; found `agnt`; did you mean `agent`?",
    ],
    ["@rules\npass when call_duration", "2:24 expected `>`, `>=`, `<`, `<=`, `=` or `!=`; found the end"],
    ["@rules\npass when call_duration == 1 s", /^2:25 .* found `==`; did you mean `>=`\?$/],
    ["@rules\npass when call_duration > 10sec", "2:29 expected `ms`, `s` or `%`; found `sec`"],
    ["@rules\npass when call_duration > 1 s > 2", /^2:31 expected .*`;` or a new line; found `>`$/],
    ['@rules\npass when agent says "x" fail when agent says "y"', /^2:26 .* found `fail`$/],
    ['@rules\npass when agent says "x" befor turn 3', /^2:26 .* found `befor`; did you mean `before`\?$/],
    [
      '@rules\npass when agent says "x" before turn 0',
      "2:38 the number of a turn must be at least 1; found `0`",
    ],
    ['@rules\npass when agent says "x" before turn 1.5', /^2:38 the number of a turn must be a whole number/],
    [
      '@rules\npass when agent says "x" within 1.5 turns of user says "y"',
      /^2:33 a distance in turns must be a whole number/,
    ],
    ['@rules\npass when agent says "x" within 3 of user says "y"', /^2:35 expected `turns`, /],
    ['@rules\npass when agent says "x" once twice', /^2:31 .* found `twice`$/],
    [
      "@rules\npass when tool x called with 3",
      '2:30 the parameters of a call must be an object: {"name": …}',
    ],
    ["@rules\npass when tool x called with {a 1}", "2:33 expected `:`; found `1`"],
    ["@rules\npass when tool x called with {a: 1, a: 2}", "2:37 the key `a` appears twice"],
    [
      "@rules\npass when tool x called with {a: {$ni: [1]}}",
      "2:35 `$ni` is not an operator; did you mean `$in`?",
    ],
    [
      "@rules\npass when tool x called with {a: {$in: []}}",
      "2:40 `$in` needs at least one value to choose from",
    ],
    [
      "@rules\npass when tool x called with {a: {$any: true, b: 1}}",
      "2:35 an object with `$any` cannot have other keys",
    ],
    [
      "@rules\npass when tool x called with {a: [{$optional: 1}]}",
      "2:35 `$optional` is allowed only as the value of a key",
    ],
    ["@rules\npass when agent says “x”", /^2:22 `“` is not a valid quotation mark/],
    ['@rules\npass when agent says "x', '2:22 this string is not closed with `"` on its line'],
    ["@rules\npass when agent says /x", "2:22 this pattern is not closed with `/` on its line"],
    ['@rules\npass when agent says "\\d"', "2:23 `\\d` is not a valid escape; for a backslash write `\\\\d`"],
    [`@rules\npass when ${"(".repeat(60)}`, "2:51 this is nested more than 40 levels deep"],
    [`@rules\n${" ".repeat(20_000)}`, "2:19994 the rules are longer than 20000 characters"],
  ])("%s", (guidance, expected) => {
    const found = mistakes(guidance);
    expect(found).toHaveLength(1);
    if (typeof expected === "string") expect(found[0]).toBe(expected);
    else expect(found[0]).toMatch(expected);
  });

  it("reports each clause that can't be read, and the mistakes in the others", () => {
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
      "4:11 `cal_duration` is not a built-in metric; did you mean `call_duration`?",
      expect.stringMatching(/^5:6 expected `when`/),
      "5:50 expected `times` or `time`; found the end",
    ]);
  });

  it("lists, as data, what it expected there", () => {
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
