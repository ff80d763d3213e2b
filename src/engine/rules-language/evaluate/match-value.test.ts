import { describe, expect, it } from "vitest";
import { budgetOf } from "../budget.ts";
import { bindNames } from "../check/names.ts";
import type { Matcher } from "../syntax/ast.ts";
import { parseProgram } from "../syntax/parser.ts";
import { nodesOf } from "../syntax/walk.ts";
import { matchValue } from "./match-value.ts";

function outcomeOf(matcher: string, value: unknown): unknown {
  const { program, mistakes } = parseProgram(`@rules\npass when tool x called returning ${matcher}`);
  expect(mistakes).toEqual([]);
  const nodes = nodesOf(program);
  const call = nodes.find((node) => node.kind === "call");
  const output: Matcher = call?.output ?? { kind: "any" };
  return matchValue(output, value, { finders: bindNames(nodes, []).bindings.finders, budget: budgetOf() });
}

describe("matchValue", () => {
  it.each([
    ['"a"', "a", true],
    ['"a"', "A", false],
    ["1", 1, true],
    ["1", "1", false],
    ["null", null, true],
    ["null", 0, false],
    ["$any", null, true],
    ["{$in: [1, /^b/]}", "bc", true],
    ["{$in: [1, /^b/]}", "c", false],
    ["/\\d{4}/", "in 2026", true],
    ["/\\d{4}/", 2026, false],
    ["/(?i)ABC/", "abc", true],
    ["[1, $any]", [1, "x"], true],
    ["[1, $any]", [1], false],
    ["[1, 2]", [2, 1], false],
    ["[]", {}, false],
    ["{}", { a: 1 }, true],
    ["{}", [], false],
    ["{}", null, false],
    ["{a: 1}", { a: 1, b: 2 }, true],
    ["{a: $any}", {}, false],
    ["{a: {b: {c: 1}}}", { a: { b: { c: 1, d: 2 } } }, true],
    ["{a: {$optional: 1}}", {}, true],
    ["{a: {$optional: 1}}", { a: 1 }, true],
    ["{a: {$optional: 1}}", { a: 2 }, false],
    ["{toString: $any}", {}, false],
    ["{__proto__: $any}", {}, false],
    ["/a/", "b".repeat(20_001), "unknown"],
    ["{x: /a/, y: 1}", { x: "b".repeat(20_001), y: 2 }, false],
  ])("%s and %j: %s", (matcher, value, outcome) => {
    expect(outcomeOf(matcher, value)).toBe(outcome);
  });
});
