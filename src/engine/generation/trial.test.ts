import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadPolicyAgents, type Trial, tryAgent } from "./testing/trial.ts";

const SETS = [
  // `unreviewed`: found by what is read surely and by the checks, before anybody has reviewed the prompt.
  { name: "policies", count: 20, least: 19, unreviewed: 8 },
  { name: "trades", count: 30, least: 6, unreviewed: 1 },
] as const;

describe.each(SETS)(
  "the agents of the module $name, with one fault each",
  async ({ name, count, least, unreviewed }) => {
    const agents = await loadPolicyAgents(name);
    const ids = Object.keys(agents.policies);
    const trials: Trial[] = ids.map((id) => tryAgent(id, agents));

    test("are found out, and nothing is claimed against the same agents without a fault", () => {
      expect(ids).toHaveLength(count);
      expect(trials.filter(({ clean }) => clean.length > 0).map(({ id, clean }) => [id, clean])).toEqual([]);
      const found = trials.filter(({ broken }) => broken.length > 0);
      expect(found.length).toBeGreaterThanOrEqual(least);
      const alone = trials.filter((trial) => trial.unreviewed.length > 0);
      expect(alone.length).toBeGreaterThanOrEqual(unreviewed);
    });

    test("are counted in docs/generation.md as they are found", () => {
      const docs = readFileSync(new URL("../../../docs/generation.md", import.meta.url), "utf8");
      const [row] = docs
        .split("\n")
        .filter((line) => line.includes(`\`${name}.mjs\``) && line.endsWith("| 0 |"));
      const figures = [...(row ?? "").matchAll(/\| (\d+) (?=\|)/g)].map(([, figure]) => Number(figure));
      const found = (of: "broken" | "unreviewed") => trials.filter((trial) => trial[of].length > 0).length;
      expect(figures).toEqual([found("broken"), found("unreviewed"), 0]);
    });
  },
);
