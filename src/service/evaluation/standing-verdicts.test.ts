import { describe, expect, test } from "vitest";
import type { AgentModule } from "../../engine/generation/testing/converse.ts";
import { loadPolicyAgents } from "../../engine/generation/testing/trial.ts";
import { readAgent } from "../../engine/policies/agent-reader.ts";
import type { Line } from "../../engine/policies/maker.ts";
import { standingVerdicts, withStandingVerdicts } from "./standing-verdicts.ts";

const agents: [name: string, module: AgentModule][] = [];
for (const set of ["policies", "trades"] as const) {
  const { policies, agentOf } = await loadPolicyAgents(set);
  for (const id of Object.keys(policies)) agents.push([`${set}, ${id}`, agentOf(id)]);
}
for (const name of ["clinic", "shop"])
  agents.push([name, await import(new URL(`../../../fixtures/agents/${name}.mjs`, import.meta.url).href)]);

const means = { metric: () => undefined };

function conversationOf(lines: readonly Line[]) {
  const at = (index: number) => ({ start_offset_ms: index * 1000 });
  return {
    transcript: lines.flatMap((line, index) => {
      if ("tool" in line) return [];
      const [speaker, utterance] = "user" in line ? ["USER", line.user] : ["AGENT", line.agent];
      return [{ speaker: speaker as "USER" | "AGENT", utterance, ...at(index) }];
    }),
    tool_calls: lines.flatMap((line, index) =>
      "tool" in line
        ? [{ name: line.tool, parameters: { ...line.parameters }, output: { ...line.output }, ...at(index) }]
        : [],
    ),
  };
}

const proposalsOf = ({ prompt, knowledge_base, agent }: AgentModule) => {
  const texts = { ...agent, prompt, knowledge_base };
  const proposals = readAgent({ texts, called: [] }).proposals();
  return { texts, ruled: proposals.filter(({ rule }) => rule !== null) };
};

test("the fixtures have proposals with a rule", () => {
  const count = agents.flatMap(([, module]) => proposalsOf(module).ruled).length;
  expect(count).toBeGreaterThanOrEqual(6);
});

describe.each(agents)("%s", (_, module) => {
  const { texts, ruled } = proposalsOf(module);

  test("no policy that nobody has accepted gives a verdict, even where it is broken", () => {
    for (const { sentence, reads, rule, breaks } of ruled) {
      const conversation = conversationOf(breaks);
      for (const status of [undefined, "proposed", "rejected"] as const) {
        const policies = status ? [{ sentence, reads, rule, status }] : [];
        const agent = { ...texts, off: [], policies };
        for (const { verdicts, suspicions } of [
          withStandingVerdicts([], { agent, conversation, probed: sentence }, means),
          standingVerdicts(agent, conversation, means),
        ]) {
          expect(verdicts.filter(({ name }) => name.startsWith("Policy:"))).toEqual([]);
          const suspected = suspicions.some((suspicion) => suspicion.sentence === sentence);
          expect(suspected, `${status}: ${sentence}`).toBe(status !== "rejected");
        }
      }
    }
  });

  test("each fails the exchange that breaks it once it is accepted, and then it is not suspected", () => {
    for (const { sentence, reads, rule, breaks } of ruled) {
      const agent = { ...texts, off: [], policies: [{ sentence, reads, rule, status: "accepted" as const }] };
      const { verdicts, suspicions } = standingVerdicts(agent, conversationOf(breaks), means);
      const failed = verdicts.filter(({ name, value }) => name.startsWith("Policy:") && value === false);
      expect(failed, sentence).toHaveLength(1);
      expect(suspicions.map((suspicion) => suspicion.sentence)).not.toContain(sentence);
    }
  });
});
