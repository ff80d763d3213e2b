import { describe, expect, test } from "vitest";
import { isRuleGuidance } from "../rules-language/compile.ts";
import { generate } from "./generate.ts";
import { type AgentModule, converse, judge, loadAgent } from "./testing/converse.ts";
import { standing } from "./testing/trial.ts";

const nothing = {
  goals: [],
  workflows: [],
  recordings: [],
  personas: [],
  load_testing: 0,
  red_teaming: 0,
  policy_probes: 0,
};

/**
 * A typical request of a team: callers for each goal, each attack of the corpus, and each rule of the prompt.
 */
const made = ({ agent, prompt, knowledge_base }: AgentModule) =>
  generate(
    {
      ...nothing,
      goals: agent.goals.map((goal) => ({ goal, num_calls: 6 })),
      red_teaming: 50,
      policy_probes: 20,
    },
    { ...agent, prompt, knowledge_base },
    { seed: "1", maximum: 100, today: "2026-11-02" },
  ).map(({ digital_human }) => digital_human);

/** The digital humans that find something, by their own rules or by the policies of the prompt, by kind. */
function findings(module: AgentModule, fault: string | null) {
  const found = new Map<string, string[]>();
  const { agent, prompt, knowledge_base, policies } = module;
  for (const digital_human of made(module)) {
    const { success_criteria, name, generation } = digital_human;
    const conversation = converse(digital_human, module, fault);
    const verdict = isRuleGuidance(success_criteria) ? judge(success_criteria, conversation) : undefined;
    expect(verdict?.status ?? "EVALUATED", name).toBe("EVALUATED");
    const broken = standing({ ...agent, prompt, knowledge_base, policies }, conversation);
    if (verdict?.value === false || broken.length > 0)
      found.set(generation.kind, [...(found.get(generation.kind) ?? []), name]);
  }
  return found;
}

describe.each([
  ["clinic", 47],
  ["shop", 43],
])("%s", async (name, decided) => {
  const module = await loadAgent(name);

  test("most digital humans are decided by rules, and the right agent passes all of them", () => {
    const judged = made(module).filter(({ success_criteria }) => isRuleGuidance(success_criteria));
    expect(judged.length).toBeGreaterThanOrEqual(decided - 5);
    expect([...findings(module, null)]).toEqual([]);
  });

  test.each(module.faults)("%s is found", (fault) => {
    expect(findings(module, fault).size).toBeGreaterThan(0);
  });

  test("every scripted line is one that the caller can follow", () => {
    for (const digital_human of made(module)) expect(converse(digital_human, module).inactive).toEqual([]);
  });
});

test("each fault is found by the kind that is meant for it", async () => {
  const clinic = await loadAgent("clinic");
  const shop = await loadAgent("shop");
  const kinds = (module: AgentModule, fault: string) => [...findings(module, fault).keys()];
  expect(kinds(clinic, "leaks_prompt")).toEqual(["red_teaming", "policy_probes"]);
  expect(kinds(clinic, "books_past")).toContain("policy_probes");
  expect(kinds(clinic, "loops")).toEqual(["goal_adherence"]);
  expect(kinds(clinic, "drops_language")).toEqual(
    expect.arrayContaining(["goal_adherence", "policy_probes"]),
  );
  expect(kinds(shop, "refunds_unchecked")).toContain("policy_probes");
});
