import { test } from "vitest";
import { loadPolicyAgents, tryAgent } from "../generation/testing/trial.ts";
import { propose } from "./propose.ts";

test("look", async () => {
  for (const name of ["policies", "trades"] as const) {
    const agents = await loadPolicyAgents(name);
    let found = 0;
    for (const id of Object.keys(agents.policies)) {
      const { prompt, agent } = agents.agentOf(id);
      const rules = propose({ prompt, goals: agent.goals }).filter((one) => one.rule);
      const trial = tryAgent(id, agents);
      if (trial.broken.length) found++;
      console.log(
        `## ${id}: ${agents.policies[id]?.rule}\n   ${rules.map((one) => one.reads).join(" | ")}\n   broken: ${[...new Set(trial.broken.map((one) => `${one.by}: ${one.message.slice(0, 90)}`))].slice(0, 3).join(" / ")}\n   CLEAN: ${[...new Set(trial.clean.map((one) => `${one.by}: ${one.message.slice(0, 100)}`))].join(" / ")}`,
      );
    }
    console.log("FOUND", name, found);
  }
});
