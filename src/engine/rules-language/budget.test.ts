import { describe, expect, test } from "vitest";
import { budgetOf, isSpent } from "./budget.ts";
import { compileRules } from "./compile.ts";
import { evaluateRules } from "./evaluate.ts";

const evaluate = (clauses: readonly string[], text: string, steps: number, turns = 1) => {
  const rules = compileRules(["@rules", ...clauses].join("\n"), { response_type: "pass_fail" }, []);
  expect(rules.errors).toEqual([]);
  const budget = budgetOf(steps);
  const result = evaluateRules(
    rules,
    {
      turns: Array.from({ length: turns }, (_, index) => ({ i: index + 1, speaker: "AGENT" as const, text })),
      tool_calls: [],
      metric: () => undefined,
    },
    budget,
  );
  return { ...result, spent: isSpent(budget) };
};
const unknown = { status: "NOT_EVALUATED", reason: "too_much_work", value: null, spent: true };

describe("the budget of rules", () => {
  test("is shared by all clauses: enough for one is not enough for fifty", () => {
    const clause = (index: number) => `fail when agent says /(?:\\w{1,18} ?){1,18}\\d{${index}}/`;
    const text = "hello there ".repeat(20);
    const alone = evaluate([clause(10)], text, 100_000);
    expect(alone).toMatchObject({ status: "EVALUATED", value: true, spent: false });
    const fifty = Array.from({ length: 50 }, (_, index) => clause(10 + index));
    expect(evaluate(fifty, text, 100_000)).toMatchObject(unknown);
  });

  test("counts the words of phrases", () => {
    expect(evaluate(['fail when agent says "zebra"'], "a b c d", 1000, 100)).toMatchObject({ value: true });
    expect(evaluate(['fail when agent says "zebra"'], "a b c d", 300, 100)).toMatchObject(unknown);
  });

  test("counts pairs of places", () => {
    const near = ['fail when agent says "a" within 1 turn of agent says "b"'];
    const text = `${"a ".repeat(300)}${"b ".repeat(300)}`;
    expect(evaluate(near, text, 10_000)).toMatchObject(unknown);
    expect(evaluate(near, text, 200_000)).toMatchObject({ value: false, spent: false });
  });

  test("counts evidence", () => {
    const quoting = ["fail when agent says /[^z]+/ at least 3 times"];
    expect(evaluate(quoting, "x".repeat(1000), 100_000, 2)).toMatchObject({
      status: "EVALUATED",
      value: true,
    });
    expect(evaluate(quoting, "x".repeat(1000), 4000, 2)).toMatchObject(unknown);
  });

  test("keeps results that were decided before it was used up", () => {
    const clauses = ['fail when agent says "hello"', "fail when agent says /(?:\\w{1,18} ?){1,18}\\d{9}/"];
    expect(evaluate(clauses, "hello there ".repeat(200), 5000)).toMatchObject({
      status: "EVALUATED",
      value: false,
      spent: true,
    });
  });
});
