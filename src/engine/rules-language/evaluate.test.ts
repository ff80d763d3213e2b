import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResponseType } from "../../contract/values.ts";
import { compileRules } from "./compile.ts";
import { evaluateRules } from "./evaluate.ts";
import type { MetricReading, MetricSettings, RuleInput } from "./input.ts";
import type { RuleResult } from "./result.ts";

/** `t = 1` is true, `f = 1` is false and `u = 1` is unknown; `n`, `w` and `x` are for answers. */
const catalogue = ["t", "f", "u", "n", "x"]
  .map((id) => ({ id, unit: "count" }))
  .concat({ id: "w", unit: "value" });
const values: Record<string, unknown> = { t: 1, f: 0, n: 7, w: "USER", x: "no number" };

const input: RuleInput = {
  turns: [],
  tool_calls: [],
  metric: (id): MetricReading =>
    id in values
      ? { status: "EVALUATED", value: values[id], unit: "count" }
      : { status: "NOT_EVALUATED", reason: "missing_offsets", value: null },
};

function evaluate(
  response_type: ResponseType,
  clauses: string,
  settings: Partial<MetricSettings> = {},
): RuleResult {
  const all = { response_type, allow_not_applicable: true, ...settings };
  return evaluateRules(compileRules(`@rules\n${clauses}`, all, catalogue), input);
}

/** The lines that decided. */
function decidedBy(result: RuleResult): number[] {
  return result.clauses.filter(({ decided }) => decided).map(({ line }) => line);
}

describe("pass_fail", () => {
  it.each([
    // fail when, pass when, verdict, lines that decided (fail is line 2, pass line 3)
    ["t", "t", false, [2]],
    ["t", "f", false, [2]],
    ["t", "u", false, [2]],
    ["f", "t", true, [2, 3]],
    ["f", "f", false, [3]],
    ["f", "u", "open", [3]],
    ["u", "t", "open", [2]],
    ["u", "f", false, [3]],
    ["u", "u", "open", [2, 3]],
  ])("fail %s, pass %s: %s", (fail, pass, verdict, lines) => {
    const result = evaluate("pass_fail", `fail when ${fail} = 1\npass when ${pass} = 1 or ${pass} = 1`);
    expect(decidedBy(result)).toEqual(lines);
    if (verdict !== "open") expect(result).toMatchObject({ status: "EVALUATED", value: verdict });
    else {
      expect(result).toMatchObject({
        status: "NOT_EVALUATED",
        reason: "missing_offsets",
        missing: ["u"],
        value: null,
      });
    }
  });

  it("needs every `pass when`, and none where there is only `fail when`", () => {
    expect(evaluate("pass_fail", "pass when t = 1\npass when f = 1").value).toBe(false);
    expect(evaluate("pass_fail", "pass when t = 1\npass when n = 7").value).toBe(true);
    expect(evaluate("pass_fail", "fail when f = 1\nfail when n = 8").value).toBe(true);
  });

  it.each([
    ["t", "NOT_APPLICABLE", undefined],
    ["f", "EVALUATED", undefined],
    ["u", "NOT_EVALUATED", ["u"]],
  ])("na %s: %s, whatever else holds", (na, status, missing) => {
    const result = evaluate("pass_fail", `fail when n = 7\nna when ${na} = 1`);
    expect(result).toMatchObject({ status, missing });
    expect(decidedBy(result)).toEqual(status === "EVALUATED" ? [2] : [3]);
  });

  it("lists every clause as written, with its outcome and its evidence", () => {
    const { clauses } = evaluate("pass_fail", "\npass when\n  t = 1 # why\nfail when u = 1");
    expect(clauses).toEqual([
      {
        line: 3,
        text: "pass when\n  t = 1",
        outcome: true,
        decided: false,
        evidence: [{ kind: "metric", id: "t", value: 1, unit: "count" }],
      },
      { line: 5, text: "fail when u = 1", outcome: "unknown", decided: true, evidence: [], missing: "u" },
    ]);
  });

  it("decides as all ways in which the unknown could turn out", () => {
    const kinds = fc.constantFrom("pass", "fail", "na");
    const clause = fc.tuple(kinds, fc.constantFrom("t", "f", "u"));
    fc.assert(
      fc.property(fc.array(clause, { minLength: 1, maxLength: 5 }), (rules) => {
        fc.pre(rules.some(([kind]) => kind !== "na"));
        // No two clauses may have the same condition.
        const text = rules
          .map(([kind, name], index) => `${kind} when ${name} = 1 and n != ${100 + index}`)
          .join("\n");
        const outcomes = new Set(
          completions(rules.map(([, name]) => name)).map((way) => verdictOf(rules, way)),
        );
        const result = evaluate("pass_fail", text);
        const actual = result.status === "EVALUATED" ? result.value : result.status;
        expect(actual).toBe(outcomes.size === 1 ? [...outcomes][0] : "NOT_EVALUATED");
      }),
    );
  });
});

/** Every way to make each `u` true or false. */
function completions(names: string[]): boolean[][] {
  return names.reduce<boolean[][]>(
    (ways, name) =>
      ways.flatMap((way) => (name === "u" ? [true, false] : [name === "t"]).map((last) => [...way, last])),
    [[]],
  );
}

/** The verdict if everything is known. */
function verdictOf(rules: [string, string][], holds: boolean[]): boolean | "NOT_APPLICABLE" {
  const some = (wanted: string, outcome: boolean) =>
    rules.some(([kind], at) => kind === wanted && holds[at] === outcome);
  if (some("na", true)) return "NOT_APPLICABLE";
  return !some("fail", true) && !some("pass", false);
}

describe("yes_no", () => {
  it.each([
    ["yes when t = 1", true],
    ["yes when f = 1", false],
    ["no when t = 1", false],
    ["no when f = 1", true],
    ["yes when t = 1\nno when t = 2", true],
  ])("%s: %s", (clauses, value) => {
    expect(evaluate("yes_no", clauses)).toMatchObject({ status: "EVALUATED", value });
  });
});

describe("enum", () => {
  it.each([
    ['enum "a" when t = 1; else "b"', "a", [2]],
    ['enum "a" when f = 1; else "b"', "b", [2]],
    ['enum "a" when f = 1\nenum "b" when t = 1\nenum "c" when u = 1\nelse "d"', "b", [3]],
    // Unknown and else give the same answer, so the unknown doesn't matter.
    ['enum "a" when u = 1\nelse "a"', "a", [2, 3]],
    ['enum "a" when f = 1\nenum "b" when u = 1\nenum "b" when t = 1\nelse "c"', "b", [3, 4]],
  ])("%s: %s", (clauses, value, lines) => {
    const result = evaluate("enum", clauses);
    expect(result).toMatchObject({ status: "EVALUATED", value });
    expect([...new Set(decidedBy(result))]).toEqual(lines);
  });

  it("is open if an unknown condition comes before the answer", () => {
    const result = evaluate("enum", 'enum "a" when u = 1\nenum "b" when t = 1\nelse "c"');
    expect(result).toMatchObject({ status: "NOT_EVALUATED", missing: ["u"], value: null });
    expect(result.clauses.map(({ outcome }) => outcome)).toEqual(["unknown", true, false]);
    expect(decidedBy(result)).toEqual([2]);
  });

  it("applies `else` to the remaining cases", () => {
    const outcomeOfElse = (first: string) =>
      evaluate("enum", `enum "a" when ${first} = 1\nelse "b"`).clauses[1]?.outcome;
    expect([outcomeOfElse("t"), outcomeOfElse("f"), outcomeOfElse("u")]).toEqual([false, true, "unknown"]);
  });
});

describe("quantitative", () => {
  it.each([
    ["value = n", 7],
    ["value = 3 when t = 1; else 1", 3],
    ["value = 3 when f = 1; else 1", 1],
    ["value = count of agent says /x/", 0],
  ])("%s: %s", (clauses, value) => {
    expect(evaluate("quantitative", clauses)).toMatchObject({ status: "EVALUATED", value });
  });

  it.each([
    [{ min_value: 7, max_value: 7 }, undefined],
    [{ min_value: 8 }, "7 is below min_value 8"],
    [{ max_value: 6 }, "7 is above max_value 6"],
  ])("within %j", (settings, message) => {
    const result = evaluate("quantitative", "value = n", settings);
    const refused = { status: "ERROR", reason: "out_of_range", message, value: 7 };
    expect(result).toMatchObject(message ? refused : { status: "EVALUATED", value: 7 });
  });

  it("carries the unit of the metric, and binds to one with `@metric`", () => {
    const rules = compileRules("@metric n", { response_type: "quantitative" }, catalogue);
    expect(evaluateRules(rules, input)).toMatchObject({ status: "EVALUATED", value: 7, unit: "count" });
  });

  it("is open without the metric, and where the metric turns out to be no number", () => {
    const missing = evaluate("quantitative", "value = u");
    expect(missing).toMatchObject({ status: "NOT_EVALUATED", reason: "missing_offsets", missing: ["u"] });
    expect(missing.clauses).toMatchObject([{ outcome: "unknown", missing: "u", decided: true }]);
    expect(evaluate("quantitative", "value = x")).toMatchObject({ status: "NOT_EVALUATED", value: null });
  });
});

describe("json and qualitative", () => {
  it("builds an object of metrics, counts, constants and conditions", () => {
    const clauses =
      'json {a: n, b: [w, 1, null, "x"], c: {d: t = 1, e: not t = 1}, __proto__: count of user says /x/}';
    const expected = JSON.parse('{"a":7,"b":["USER",1,null,"x"],"c":{"d":true,"e":false},"__proto__":0}');
    expect(evaluate("json", clauses)).toMatchObject({ status: "EVALUATED" });
    expect(evaluate("json", clauses).value).toEqual(expected);
  });

  it.each(["json {a: n, b: u}", "json {a: [u = 1]}", "json {a: {b: u}}"])("%s is open", (clauses) => {
    expect(evaluate("json", clauses)).toMatchObject({ status: "NOT_EVALUATED", missing: ["u"], value: null });
  });

  it("puts metrics into a text", () => {
    const result = evaluate("qualitative", 'text "{{{n}}} by {w}" when t = 1; else "{u}"');
    expect(result).toMatchObject({ status: "EVALUATED", value: "{7} by USER" });
    expect(evaluate("qualitative", 'text "{u}"')).toMatchObject({ status: "NOT_EVALUATED", missing: ["u"] });
  });
});

it("does not evaluate rules with mistakes", () => {
  expect(evaluate("pass_fail", "pass when nope = 1")).toEqual({
    status: "ERROR",
    reason: "rule_error",
    message: "line 2, column 11: `nope` is not a built-in metric",
    value: null,
    clauses: [],
    errors: [{ line: 2, column: 11, message: "`nope` is not a built-in metric" }],
  });
});
