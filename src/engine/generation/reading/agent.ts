import { groundOf, readPolicies } from "../../policies/read.ts";
import type { PolicyRule } from "../../policies/rule.ts";
import type { AgentTexts } from "../agent-texts.ts";
import { type Policy, policiesIn } from "./policies.ts";
import { statedGoals } from "./stated-goals.ts";
import { effectfulTools } from "./tools.ts";

/** An agent's texts with what is read from its prompt, read once. */
export interface Agent extends AgentTexts {
  /** The sentences of the prompt that ask or forbid something, each with the rule made of it, if one could be. */
  policies: readonly RuledPolicy[];
  /** The tools of the prompt that change something. */
  effectful: readonly string[];
}

export interface RuledPolicy extends Policy {
  rule?: PolicyRule;
}

/** Where the record names no goals, they are those that the prompt states. */
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
