import { describe, expect, it } from "vitest";
import { parseProgram } from "./parser.ts";

/** The tree without offsets, and with infinity as a word, so that tables stay readable. */
function treeOf(rules: string): unknown {
  const { program, mistakes } = parseProgram(`@rules\n${rules}`);
  expect(mistakes).toEqual([]);
  const plain = program.clauses.map(({ at: _at, end: _end, ...clause }) => clause);
  return JSON.parse(
    JSON.stringify(plain, (key, value) =>
      key === "at" ? undefined : value === Number.POSITIVE_INFINITY ? "infinite" : value,
    ),
  );
}

/** The only condition of `pass when …`. */
function conditionOf(condition: string): unknown {
  const [clause] = treeOf(`pass when ${condition}`) as { condition: unknown }[];
  return clause?.condition;
}

const says = (text: string, constraints: unknown[] = [], speaker = "agent") => ({
  kind: "says",
  speaker,
  pattern: { kind: "phrase", text },
  constraints,
});
const call = (tool: string, more: object = {}) => ({ kind: "call", tool, constraints: [], ...more });
const happens = (event: object, min: number, max: number | "infinite") => ({
  kind: "happens",
  event,
  min,
  max,
});
const once = (event: object) => happens(event, 1, "infinite");
const metric = (name: string) => ({ kind: "metric", name });
const literal = (value: unknown, unit?: string) => ({ kind: "literal", value, ...(unit && { unit }) });
const a = once(says("a"));
const b = once(says("b"));
const c = once(says("c"));

describe("conditions", () => {
  it.each([
    ['agent says "a"', a],
    ['AGENT Says "a"', a],
    ['user says "a"', once(says("a", [], "user"))],
    ["agent says /a b/i", once({ ...says(""), pattern: { kind: "regex", source: "a b", flags: "i" } })],
    ['agent never says "a"', happens(says("a"), 0, 0)],
    ['agent says "a" never', happens(says("a"), 0, 0)],
    ['agent says "a" twice', happens(says("a"), 2, 2)],
    ['agent says "a" at least 3 times', happens(says("a"), 3, "infinite")],
    ["tool x called", once(call("x"))],
    ["tool x never called", happens(call("x"), 0, 0)],
    ["tool x called once", happens(call("x"), 1, 1)],
    ["tool x called 1 time", happens(call("x"), 1, 1)],
    ["tool x called exactly 3 times", happens(call("x"), 3, 3)],
    ["tool x called at most twice", happens(call("x"), 0, 2)],
    ['tool "look up" called', once(call("look up"))],
    ["tool json called", once(call("json"))],
  ])("%s", (text, tree) => {
    expect(conditionOf(text)).toEqual(tree);
  });

  it.each([
    [
      'agent says "a" or agent says "b" and agent says "c"',
      { kind: "or", terms: [a, { kind: "and", terms: [b, c] }] },
    ],
    [
      '(agent says "a" or agent says "b") and agent says "c"',
      { kind: "and", terms: [{ kind: "or", terms: [a, b] }, c] },
    ],
    ['not agent says "a" and agent says "b"', { kind: "and", terms: [{ kind: "not", term: a }, b] }],
    ['not not agent says "a"', { kind: "not", term: { kind: "not", term: a } }],
    ['agent says "a"\n  and agent says "b"\n  and agent says "c"', { kind: "and", terms: [a, b, c] }],
  ])("%s", (text, tree) => {
    expect(conditionOf(text)).toEqual(tree);
  });

  it.each([
    ["x > 2500ms", ">", metric("x"), literal(2500, "ms")],
    ["x.y >= 2.5 s", ">=", metric("x.y"), literal(2.5, "s")],
    ["x < 60%", "<", metric("x"), literal(60, "%")],
    ["x <= -3", "<=", metric("x"), literal(-3)],
    ["10 s < x", "<", literal(10, "s"), metric("x")],
    ['x = "USER"', "=", metric("x"), literal("USER")],
    ["x != null", "!=", metric("x"), literal(null)],
    ["x = y", "=", metric("x"), metric("y")],
    ['count of agent says "a" > 2', ">", { kind: "count", event: says("a") }, literal(2)],
  ])("%s", (text, operator, left, right) => {
    expect(conditionOf(text)).toEqual({ kind: "compare", operator, left, right });
  });
});

describe("constraints", () => {
  const within = (distance: number, unit: string, relation: string, anchor: object) => ({
    kind: "within",
    distance,
    unit,
    relation,
    anchor,
  });
  const order = (relation: string, anchor: object) => ({ kind: "order", relation, anchor });
  const turn = (relation: string, number: number) => ({ kind: "turn", relation, turn: number });

  it.each([
    ["before turn 3", [turn("before", 3)]],
    ["after turn 1 before turn 4", [turn("after", 1), turn("before", 4)]],
    ['before user says "b"', [order("before", says("b", [], "user"))]],
    ["after tool x called", [order("after", call("x"))]],
    ["within 2 turns of tool x called", [within(2, "turns", "of", call("x"))]],
    ["within 1 turn after tool x called", [within(1, "turns", "after", call("x"))]],
    ["within 500ms before tool x called", [within(500, "ms", "before", call("x"))]],
    ["within 1.5 s of tool x called", [within(1.5, "s", "of", call("x"))]],
    // What follows an anchor belongs to the event, unless the anchor is in parentheses.
    ['after user says "b" before turn 5', [order("after", says("b", [], "user")), turn("before", 5)]],
    ['after (user says "b" before turn 5)', [order("after", says("b", [turn("before", 5)], "user"))]],
    [
      "after tool x called with {}",
      [order("after", call("x", { parameters: { kind: "shape", entries: [] } }))],
    ],
  ])("%s", (text, constraints) => {
    expect(conditionOf(`agent says "a" ${text}`)).toEqual(once(says("a", constraints)));
  });

  it("takes counts, matchers and constraints in any order", () => {
    const shape = { kind: "shape", entries: [] };
    const event = call("x", { parameters: shape, output: shape, constraints: [turn("after", 2)] });
    expect(conditionOf("tool x called once with {} returning {} after turn 2")).toEqual(happens(event, 1, 1));
    expect(conditionOf("tool x called after turn 2 returning {} with {} once")).toEqual(happens(event, 1, 1));
  });
});

describe("matchers", () => {
  const equals = (value: unknown) => ({ kind: "equals", value });
  const matches = (source: string, flags = "") => ({
    kind: "matches",
    pattern: { kind: "regex", source, flags },
  });

  it.each([
    ['"x"', equals("x")],
    ["-1.5", equals(-1.5)],
    ["true", equals(true)],
    ["null", equals(null)],
    ["[1, [2]]", { kind: "list", items: [equals(1), { kind: "list", items: [equals(2)] }] }],
    ['"$any"', { kind: "any" }],
    ["$any", { kind: "any" }],
    ['{"$any": true}', { kind: "any" }],
    ['{"$in": [1, "x"]}', { kind: "in", options: [equals(1), equals("x")] }],
    ['{$regex: "^a\\\\d"}', matches("^a\\d")],
    ["/^a/i", matches("^a", "i")],
  ])("%s", (text, value) => {
    const entries = [{ key: "k", matcher: value, optional: false }];
    const event = call("x", { parameters: { kind: "shape", entries } });
    expect(conditionOf(`tool x called with {k: ${text}}`)).toEqual(once(event));
  });

  it("reads optional keys", () => {
    const entries = [{ key: "a b", matcher: equals(1), optional: true }];
    const event = call("x", { parameters: { kind: "shape", entries } });
    expect(conditionOf('tool x called with {"a b": {"$optional": 1}}')).toEqual(once(event));
  });

  it("compares an output that is not an object", () => {
    expect(conditionOf('tool x called returning "done"')).toEqual(
      once(call("x", { output: equals("done") })),
    );
  });
});

describe("clauses", () => {
  it.each([
    ["pass when x > 1", "pass"],
    ["fail when x > 1", "fail"],
    ["yes when x > 1", "yes"],
    ["no when x > 1", "no"],
    ["NA WHEN x > 1", "na"],
  ])("%s", (text, kind) => {
    const condition = { kind: "compare", operator: ">", left: metric("x"), right: literal(1) };
    expect(treeOf(text)).toEqual([{ kind, condition }]);
  });

  it.each([
    ["value = x", [{ kind: "value", answer: metric("x") }]],
    ['value = count of agent says "a"', [{ kind: "value", answer: { kind: "count", event: says("a") } }]],
    [
      'value = 3 when agent says "a"; else 1',
      [
        { kind: "value", answer: literal(3), condition: a },
        { kind: "value", answer: literal(1) },
      ],
    ],
    [
      'enum "x" when agent says "a"; "y" when agent says "b"; else "z"',
      [
        { kind: "enum", answer: literal("x"), condition: a },
        { kind: "enum", answer: literal("y"), condition: b },
        { kind: "enum", answer: literal("z") },
      ],
    ],
    [
      'enum "x" when agent says "a"\nenum "y" when agent says "b"\nelse "z"',
      [
        { kind: "enum", answer: literal("x"), condition: a },
        { kind: "enum", answer: literal("y"), condition: b },
        { kind: "enum", answer: literal("z") },
      ],
    ],
    [
      'text "took {x}: {{ok}}"',
      [{ kind: "text", answer: { kind: "template", parts: ["took ", metric("x"), ": ", "{", "ok", "}"] } }],
    ],
    [
      'json {p: x, "q": [1, {}], r: agent says "a", s: x > 1}',
      [
        {
          kind: "json",
          answer: {
            kind: "object",
            entries: [
              { key: "p", value: metric("x") },
              { key: "q", value: { kind: "array", items: [literal(1), { kind: "object", entries: [] }] } },
              { key: "r", value: a },
              { key: "s", value: { kind: "compare", operator: ">", left: metric("x"), right: literal(1) } },
            ],
          },
        },
      ],
    ],
  ])("%s", (text, tree) => {
    expect(treeOf(text)).toEqual(tree);
  });

  it("reads `@metric` as a value", () => {
    const { program, mistakes } = parseProgram("\n @metric x.y  # why\n");
    expect(mistakes).toEqual([]);
    expect(program.clauses).toEqual([
      { kind: "value", answer: { kind: "metric", name: "x.y", at: 10 }, at: 2, end: 13 },
    ]);
  });

  it("knows where clauses begin and end", () => {
    const source = "@rules\n# first\npass when x > 1 # no\n;; fail when x\n  > 2";
    const { program } = parseProgram(source);
    expect(program.clauses.map(({ at, end }) => source.slice(at, end))).toEqual([
      "pass when x > 1",
      "fail when x\n  > 2",
    ]);
  });
});
