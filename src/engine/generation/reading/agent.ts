import { groundOf, readPolicies } from "../../policies/read.ts";
import type { PolicyRule } from "../../policies/rule.ts";
import type { AgentTexts } from "../agent-texts.ts";
import { type Policy, policiesIn } from "./policies.ts";
import { statedGoals } from "./stated-goals.ts";
import { effectfulTools } from "./tools.ts";

/** An agent's texts, with everything that is read from its prompt. */
export interface Agent extends AgentTexts {
  /** The sentences of the prompt that demand or forbid something, each with its rule, if there is one. */
  policies: readonly RuledPolicy[];
  /** The tools in the prompt that change something. */
  effectful: readonly string[];
}

export interface RuledPolicy extends Policy {
  rule?: PolicyRule;
}

/** If the record has no goals, takes those in the prompt. */
export function readAgent(given: AgentTexts): Agent {
  const texts = given.goals.length > 0 ? given : { ...given, goals: statedGoals(given.prompt) };
  const kinds = new Map(policiesIn(texts.prompt).map(({ sentence, kind }) => [sentence, kind]));
  return {
    ...texts,
    policies: readPolicies(texts.prompt, groundOf(texts)).map(({ sentence, rule }) => ({
      kind: kinds.get(sentence) ?? "must",
      sentence,
      ...(rule && { rule }),
    })),
    effectful: effectfulTools(texts.prompt),
  };
}
