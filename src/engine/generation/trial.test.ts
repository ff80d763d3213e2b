import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadPolicyAgents, type Trial, trialTable, tryAgent } from "./testing/trial.ts";

const agents = await loadPolicyAgents();
const ids = Object.keys(agents.policies);

describe("twenty agents with one fault each", () => {
  const trials: Trial[] = ids.map((id) => tryAgent(id, agents));

  test("are found out, sixteen at least, and nothing is claimed against the same agents without a fault", () => {
    expect(ids).toHaveLength(20);
    expect(trials.filter(({ clean }) => clean.length > 0).map(({ id, clean }) => [id, clean])).toEqual([]);
    const missed = trials.filter(({ broken }) => broken.length === 0).map(({ id }) => id);
    expect(missed.length).toBeLessThanOrEqual(4);
  });

  test("the table in docs/generation.md is what was found: `npm run docs:generation` writes it", () => {
    const file = new URL("../../../docs/generation.md", import.meta.url);
    const docs = readFileSync(file, "utf8");
    const block = /(<!-- trial -->\n)[\s\S]*?(\n<!-- \/trial -->)/;
    const written = docs.replace(block, (_, open, close) => `${open}${trialTable(trials)}${close}`);
    if (process.env["WRITE_TRIAL"]) writeFileSync(file, written);
    else expect(docs).toBe(written);
  });
});
