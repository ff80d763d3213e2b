/**
 * Which faults the generated digital humans find in the agents of fixtures/agents/policies.mjs and
 * trades.mjs, without a model.
 */
import { keepingReader } from "../../policies/agent-reader.ts";
import type { AgentTexts } from "../../policies/agent-texts.ts";
import { type JudgedAgent, judgeConversation } from "../../policies/judge.ts";
import { isRuleGuidance } from "../../rules-language/compile.ts";
import type { Kind } from "../digital-human.ts";
import { generate } from "../generate.ts";
import { type AgentModule, type Conversation, converse, judge } from "./converse.ts";

interface PolicyAgents {
  policies: Readonly<Record<string, { rule: string }>>;
  /** Agents that were never used for tuning. */
  heldOut?: readonly string[];
  agentOf(id: string): AgentModule;
}

/** What was found in an agent, and by which digital humans. */
export interface Trial {
  readonly id: string;
  readonly rule: string;
  readonly made: number;
  readonly broken: readonly Found[];
  /** Found without anybody's review: as suspicions, and by the checks. */
  readonly unreviewed: readonly Found[];
  readonly clean: readonly Found[];
}

interface Found {
  readonly kind: Kind;
  /** `policy` if it was only read, `reviewed policy`, the name of a check, or `criteria`. */
  readonly by: string;
  readonly message: string;
}

const REQUEST = {
  workflows: [],
  recordings: [],
  personas: [],
  load_testing: 0,
  red_teaming: 10,
  policy_probes: 10,
};

/** @param name a module of fixtures/agents */
export async function loadPolicyAgents(name: "policies" | "trades"): Promise<PolicyAgents> {
  return import(new URL(`../../../../fixtures/agents/${name}.mjs`, import.meta.url).href);
}

export function tryAgent(id: string, { policies, agentOf }: PolicyAgents): Trial {
  const module = agentOf(id);
  const { prompt, knowledge_base, agent } = module;
  const texts: AgentTexts = { ...agent, prompt, knowledge_base };
  const goals = agent.goals.map((goal) => ({ goal, num_calls: 3 }));
  const made = generate({ ...REQUEST, goals }, texts, { seed: "1", maximum: 100, today: "2026-11-02" });
  const findings = (fault: string | null, policies = module.policies): Found[] =>
    made.flatMap(({ digital_human }) => {
      const conversation = converse(digital_human, module, fault);
      const { success_criteria, generation } = digital_human;
      const own = isRuleGuidance(success_criteria) && judge(success_criteria, conversation).value === false;
      return [
        ...(own ? [{ kind: generation.kind, by: "criteria", message: success_criteria }] : []),
        ...standing({ ...texts, policies }, conversation).map((one) => ({ kind: generation.kind, ...one })),
      ];
    });
  return {
    id,
    rule: policies[id]?.rule ?? "",
    made: made.length,
    broken: findings("broken"),
    unreviewed: findings("broken", []),
    clean: findings(null),
  };
}

const read = keepingReader();

/** What policies that were read from the prompt, or reviewed, and the built-in checks say against the agent. */
export function standing(
  texts: AgentTexts & Pick<JudgedAgent, "policies">,
  { turns, tool_calls }: Conversation,
): Omit<Found, "kind">[] {
  const transcript = turns.map(({ speaker, text, start_offset_ms }) => ({
    speaker,
    utterance: text,
    start_offset_ms: start_offset_ms ?? null,
  }));
  const calls = tool_calls.map(({ name, parameters, output, start_offset_ms }) => ({
    name,
    parameters: parameters as Record<string, unknown>,
    output,
    start_offset_ms: start_offset_ms ?? null,
  }));
  const { policies, checks } = judgeConversation(
    { ...texts, off: [] },
    { transcript, tool_calls: calls },
    { read },
  );
  return [
    ...policies
      .filter(({ result }) => result.value === false)
      .map(({ reads, accepted }) => ({ by: accepted ? "reviewed policy" : "policy", message: reads })),
    ...checks.flatMap(({ name, finding }) =>
      finding.status === "broken" ? [{ by: name, message: finding.message }] : [],
    ),
  ];
}
