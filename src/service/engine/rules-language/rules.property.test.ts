import fc from "fast-check";
import { expect, it } from "vitest";
import { catalogue } from "./catalogue.fixture.ts";
import { compileRules } from "./compile.ts";
import { evaluateRules } from "./evaluate.ts";
import { formatResult } from "./format.ts";
import type { MetricSettings, RuleInput } from "./input.ts";

/** Words and signs of the language in any order, which gets further into the parser than letters do. */
const fragments = [
  ..."pass fail yes no na when value enum text json else and or not agent user says tool called with".split(
    " ",
  ),
  ..."returning count of before after within turn turns never once twice at least most 3 0 1.5 10ms s".split(
    " ",
  ),
  ..."times > >= < <= = != == ( ) { } [ ] : , ; % # $any $in $optional call_duration ended_by x".split(" "),
  ...['"a"', '"{call_duration}"', '"', "/a+/i", "/(a/", "/", "\n", "\\", "“", "😀", "{$regex:", "-1", "null"],
];
const clauses = [
  "pass when tool x called with {a: {$in: [1, /a/]}} after user says /a/",
  'fail when agent says "a" at least 2 times before turn 3',
  "na when call_duration < 10 s",
  "value = count of agent says /a/",
  'json {a: response_latency.p95, b: [not tool x called, {c: "a"}]}',
  'text "a {call_duration}" when user says "b" within 2 turns of tool x called',
  'enum "a" when ended_by = "a"',
  'else "b"',
];
const guidance = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => `@rules\n${parts.join(" ")}`),
  fc.array(fc.constantFrom(...clauses), { maxLength: 4 }).map((parts) => `@rules\n${parts.join("\n")}`),
  // A valid clause with something put into it.
  fc
    .tuple(fc.constantFrom(...clauses), fc.nat(), fc.constantFrom(...fragments))
    .map(
      ([clause, at, fragment]) =>
        `@rules\n${clause.slice(0, at % clause.length)}${fragment}${clause.slice(at % clause.length)}`,
    ),
  fc.constantFrom(...fragments).map((fragment) => `@rules\npass when ${fragment.repeat(500)}`),
);

const settings: fc.Arbitrary<MetricSettings> = fc.record({
  response_type: fc.constantFrom("pass_fail", "yes_no", "qualitative", "quantitative", "json", "enum"),
  enum_options: fc.constantFrom(null, ["a", "b"]),
  min_value: fc.constantFrom(null, 1),
  allow_not_applicable: fc.constantFrom(null, true),
});

const offset = fc.constantFrom(undefined, null, Number.NaN, -5, 0, 10, 20, Number.POSITIVE_INFINITY);
const texts = fc.oneof(fc.constantFrom("a", "a b", ""), fc.string({ unit: "binary" }));
const inputs: fc.Arbitrary<RuleInput> = fc.record({
  turns: fc.option(
    fc.array(
      fc.record({
        i: fc.nat({ max: 5 }),
        speaker: fc.constantFrom("AGENT", "USER"),
        text: texts,
        start_offset_ms: offset,
        end_offset_ms: offset,
      }),
      { maxLength: 4 },
    ),
    { nil: undefined },
  ),
  tool_calls: fc.option(
    fc.array(
      fc.record({
        name: fc.constant("x"),
        parameters: fc.jsonValue(),
        output: fc.jsonValue(),
        start_offset_ms: offset,
      }),
      { maxLength: 3 },
    ),
    { nil: undefined },
  ),
  metric: fc.jsonValue().map((value) => () => ({ status: "EVALUATED", value, unit: "ms" })),
});

it("reads any text, and points into it", () => {
  fc.assert(
    fc.property(guidance, settings, (text, metric) => {
      const lines = text.split("\n");
      for (const { line, column, message } of compileRules(text, metric, catalogue).errors) {
        expect(message).not.toBe("");
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThanOrEqual(1);
        // One past the last letter is where something is missing.
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
      }
    }),
    { numRuns: 2000 },
  );
});

it("evaluates whatever it could read, on any call, and gives a verdict its reasons", () => {
  fc.assert(
    fc.property(guidance, settings, inputs, (text, metric, input) => {
      const result = evaluateRules(compileRules(text, metric, catalogue), input);
      expect(formatResult(result)).toContain(result.status);
      if (result.status === "EVALUATED" || result.status === "NOT_APPLICABLE") {
        expect(result.clauses.some(({ decided }) => decided)).toBe(true);
      }
      if (result.status === "NOT_EVALUATED") {
        expect(result.missing).not.toHaveLength(0);
        expect(result.reason).toBeDefined();
      }
      for (const { outcome, missing } of result.clauses)
        expect(outcome === "unknown").toBe(missing !== undefined);
    }),
    { numRuns: 2000 },
  );
});
