import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadPolicyAgents, type Trial, trialTable, tryAgent } from "./testing/trial.ts";

const SETS = [
  { name: "policies", count: 20, least: 19 },
  { name: "trades", count: 30, least: 6 },
] as const;

describe.each(SETS)("the agents of $name.mjs, with one fault each", async ({ name, count, least }) => {
  const agents = await loadPolicyAgents(name);
  const ids = Object.keys(agents.policies);
  const trials: Trial[] = ids.map((id) => tryAgent(id, agents));

  test("are found out, and nothing is claimed against the same agents without a fault", () => {
    expect(ids).toHaveLength(count);
    expect(trials.filter(({ clean }) => clean.length > 0).map(({ id, clean }) => [id, clean])).toEqual([]);
    const found = trials.filter(({ broken }) => broken.length > 0);
    expect(found.length).toBeGreaterThanOrEqual(least);
  });

  test("the table in docs/generation.md is up to date: `npm run docs:generation` writes it", () => {
    const file = new URL("../../../docs/generation.md", import.meta.url);
    const docs = readFileSync(file, "utf8");
    const block = new RegExp(`(<!-- trial ${name} -->\\n)[\\s\\S]*?(\\n<!-- /trial -->)`);
    expect(docs).toMatch(block);
    const written = docs.replace(block, (_, open, close) => `${open}${trialTable(trials)}${close}`);
    if (process.env["WRITE_TRIAL"]) writeFileSync(file, written);
    else expect(docs).toBe(written);
  });
});
