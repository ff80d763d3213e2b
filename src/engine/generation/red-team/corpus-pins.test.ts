import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readAgent } from "../reading/agent.ts";
import { loadAgent } from "../testing/converse.ts";
import { redTeam } from "./red-team.ts";

const SEEDS = ["", "1", "2", "42", "a seed"];

/** If you change an attack, change its pin, and the version of the corpus. */
test.each([
  ["clinic", "0cb8650c1e2f9147"],
  ["shop", "e50921231586594c"],
])("attacks on the %s are the same bytes for the same seeds as ever", async (name, pin) => {
  const { agent, prompt, knowledge_base } = await loadAgent(name);
  const texts = readAgent({ ...agent, prompt, knowledge_base });
  const hash = createHash("sha256");
  // 100 are more than the corpus has: each attack occurs at least once, and some again under pressure.
  for (const seed of SEEDS) hash.update(JSON.stringify(redTeam(100, texts, seed, [])));
  expect(hash.digest("hex").slice(0, 16)).toBe(pin);
});
