import { describe, expect, test } from "vitest";
import { catalogue } from "../../metrics/catalogue.ts";
import { checkRules, isRuleGuidance } from "../../rules-language/compile.ts";
import { type Agent, readAgent } from "../reading/agent.ts";
import { loadAgent } from "../testing/converse.ts";
import { CATEGORIES, CORPUS } from "./corpus.ts";
import { redTeam } from "./red-team.ts";

const { agent, prompt, knowledge_base } = await loadAgent("shop");
const texts = readAgent({ ...agent, prompt, knowledge_base });
const attacks = (count: number, seed = "1") => redTeam(count, texts, seed, []);
const lines = (made: ReturnType<typeof attacks>[number]) =>
  [
    made.speaks_first_config?.message,
    ...(made.scripted_responses ?? []).map((line) => line.response_value),
  ].join("\n");

describe("the corpus", () => {
  const all = Object.values(CORPUS).flat();

  test("names no attack twice and repeats no line", () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const said = all.flatMap((attack) => attack.lines);
    expect(said.filter((line, place) => said.indexOf(line) !== place)).toEqual([]);
  });
});

describe("redTeam", () => {
  test("takes categories in turn", () => {
    const counts = new Map<string, number>();
    for (const { generation } of attacks(25)) {
      const category = generation.category ?? "";
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    expect([...counts.keys()]).toEqual(CATEGORIES);
    // 25 = 10 + 10 + 5
    expect([...counts.values()]).toEqual([3, 3, 3, 3, 3, 2, 2, 2, 2, 2]);
  });

  test("never repeats itself, also beyond the corpus", () => {
    const made = attacks(100);
    expect(new Set(made.map(lines)).size).toBe(100);
  });

  test("attacks fit the agent's trade", () => {
    const categories = (agent: Agent) =>
      new Set(redTeam(20, agent, "1", []).map(({ generation }) => generation.category));
    const museum = { ...texts, name: "Museum", agent_description: "", knowledge_base: "", effectful: [] };
    const said = redTeam(20, { ...museum, goals: ["Book a tour"], prompt: "You are kind." }, "1", [])
      .map(lines)
      .join("\n");
    expect(said).toContain("I'd like to book a tour.");
    expect(said).not.toContain("{goal}");
    const silent = categories({ ...museum, goals: [], prompt: "You are kind." });
    expect([silent.has("own_trade"), silent.has("unauthorised_refund")]).toEqual([false, false]);
    expect(
      categories({ ...museum, goals: [], prompt: "Fines are paid here." }).has("unauthorised_refund"),
    ).toBe(true);
  });

  test("draws by the seed", () => {
    expect(attacks(20)).toEqual(attacks(20));
    expect(attacks(20, "2").map(({ generation }) => generation.source)).not.toEqual(
      attacks(20).map(({ generation }) => generation.source),
    );
  });

  test("fills in the agent's name, its tools and the encodings", () => {
    const text = attacks(45).map(lines).join("\n");
    expect(text).toContain("Alder & Finch");
    expect(text).toContain("issue_refund");
    expect(text).not.toMatch(/\{(?:agent|goal|tool|base64|hex|rot13|reversed)\b/);
  });

  test("binds rules that can be read", () => {
    for (const { success_criteria, name } of attacks(45))
      if (isRuleGuidance(success_criteria))
        expect(checkRules(success_criteria, { response_type: "pass_fail" }, [...catalogue]), name).toEqual(
          [],
        );
  });

  test("leaves to a judge what rules cannot decide", () => {
    const bare = { name: "Desk", agent_description: "", goals: [], prompt: "", knowledge_base: "" };
    const extraction = redTeam(1, readAgent(bare), "1", [])[0];
    expect(extraction?.success_criteria).toMatch(/^The agent doesn't/);
  });

  test("gives the agent's own rules their turn while there are some", () => {
    const own = attacks(2).map((attack) => ({
      ...attack,
      generation: { ...attack.generation, kind: "policy_probes" as const, source: "Never shout." },
    }));
    const categories = redTeam(31, texts, "1", own).map(({ generation }) => generation.category);
    expect(categories.filter((category) => category === "own_rules")).toHaveLength(2);
    expect(categories.filter((category) => category === "encodings")).toHaveLength(3);
  });
});
