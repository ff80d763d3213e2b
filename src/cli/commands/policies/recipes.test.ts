import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readExchange } from "../../../engine/policies/exchange.ts";
import { mistakesIn, type ReviewedPolicy } from "../../../engine/policies/review.ts";
import { ruleFails } from "../../../engine/policies/sample.ts";
import { readYaml } from "../../yaml/read.ts";

const page = readFileSync(new URL("../../../../docs/policies.md", import.meta.url), "utf8");
const recipes = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(
  ([, text = ""]) => readYaml(text).documents[0]?.value as ReviewedPolicy[],
);

test("the page has recipes", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(9);
});

test.each(recipes)("the recipe of a policy has a sound rule: $sentence", (recipe) => {
  expect(mistakesIn(recipe)).toEqual([]);
  expect(ruleFails(recipe.rule ?? "", readExchange(recipe.keeps ?? []))).toBe(false);
  expect(ruleFails(recipe.rule ?? "", readExchange(recipe.breaks ?? []))).toBe(true);
});
