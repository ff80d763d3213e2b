import fc from "fast-check";
import { expect, it } from "vitest";
import type { ResponseType } from "../../contract/values.ts";
import { catalogue } from "./catalogue.fixture.ts";
import { compileRules } from "./compile.ts";
import { evaluateRules } from "./evaluate.ts";
import type { MetricSettings, RuleInput } from "./input.ts";

/** Words and signs of the language in any order, which get further into the parser than letters do. */
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
  // A valid clause with something inserted.
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
  metric: fc
    .tuple(
      fc.constantFrom("EVALUATED", "NOT_EVALUATED"),
      fc.oneof(fc.integer({ min: 0, max: 200 }), fc.jsonValue()),
    )
    .map(([status, value]) => () => ({ status, value, unit: "ms" })),
});

it("reads any text, and points into it", () => {
  fc.assert(
    fc.property(guidance, settings, (text, metric) => {
      const lines = text.split("\n");
      for (const { line, column } of compileRules(text, metric, catalogue).errors) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThanOrEqual(1);
        // One past the last letter is the position of something missing.
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
      }
    }),
    { numRuns: 2000 },
  );
});

/** Valid conditions of any depth. */
const conditions = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      'agent says "a"',
      "user says /a.?b/ twice before turn 3",
      'agent never says "b" after tool x called',
      "tool x called with {a: {$optional: $any}} after user says /a/",
      "tool x called at least twice within 2 turns of (user says /b/ after turn 1)",
      "tool x called returning {$in: [null, true, /a/, [], {}]} within 1 s before agent says /a/",
      "call_duration < 10 s",
      "talk_time.agent >= talk_time.user",
      'ended_by != "a"',
      "count of user says /a/ = count of agent says /a/",
    ),
    fc
      .tuple(tie("condition"), fc.constantFrom("and", "or"), tie("condition"))
      .map((parts) => `(${parts.join(" ")})`),
    tie("condition").map((condition) => `not ${condition}`),
  ),
})).condition;

const answers: Record<string, string[]> = {
  value: ["3", "call_duration", "count of user says /a/"],
  enum: ['"a"', '"b"'],
  text: ['"a {call_duration}"', '"b"'],
  json: ["{a: call_duration, b: [not tool x called]}", "{}"],
};

/** Rules of each response type. Few have mistakes (a condition that occurs twice). */
const fitRules = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("pass fail na", "yes no na"),
      fc.array(fc.tuple(fc.nat(), conditions), { minLength: 1, maxLength: 4 }),
    )
    .map(([kinds, clauses]) => {
      const words = kinds.split(" ");
      const lines = clauses.map(([kind, condition]) => `${words[kind % 3]} when ${condition}`);
      return { response_type: kinds.startsWith("pass") ? "pass_fail" : "yes_no", lines } as const;
    }),
  fc
    .tuple(
      fc.constantFrom<[ResponseType, string][]>(
        ["quantitative", "value"],
        ["enum", "enum"],
        ["qualitative", "text"],
        ["json", "json"],
      ),
      fc.array(fc.tuple(fc.nat(), conditions), { maxLength: 3 }),
      fc.option(conditions),
    )
    .map(([[response_type, kind], clauses, na]) => {
      const form = kind === "value" ? "value =" : kind;
      const options = answers[kind] ?? [];
      const lines = clauses.map(
        ([choice, condition]) => `${form} ${options[choice % options.length]} when ${condition}`,
      );
      lines.push(`${form} ${options[0]}`, ...(na === null ? [] : [`na when ${na}`]));
      return { response_type, lines };
    }),
);

it("evaluates any rules on any call, and gives every verdict its reasons", () => {
  const statuses = new Set<string>();
  fc.assert(
    fc.property(fitRules, inputs, ({ response_type, lines }, input) => {
      const settings = { response_type, max_value: 100, allow_not_applicable: true };
      const result = evaluateRules(compileRules(`@rules\n${lines.join("\n")}`, settings, catalogue), input);
      statuses.add(result.status);
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
  expect([...statuses].sort()).toEqual(["ERROR", "EVALUATED", "NOT_APPLICABLE", "NOT_EVALUATED"]);
});
