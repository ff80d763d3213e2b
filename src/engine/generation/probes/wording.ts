import { quoted } from "../criteria.ts";
import { callerGoal } from "../goals/caller-goal.ts";
import type { Agent } from "../reading/agent.ts";
import type { Policy } from "../reading/policies.ts";
import type { Probe } from "./probe.ts";
import { quotationIn } from "./sentence.ts";

const OPENING = /\b(?:start|begin|open|greet|answer)\w*\b.*\bwith\b|\b(?:start|begin|open) by\b/i;
const SAYING = /\b(?:say|use|mention|promise|write|tell|answer|call)\b/i;

/** Clauses for words that must be said at the beginning, or must never be said. */
export function wordingRules({ kind, sentence }: Policy): string[] {
  const text = quotationIn(sentence);
  if (text === undefined) return [];
  if (kind === "never" && SAYING.test(sentence)) return [`fail when agent says ${quoted(text)}`];
  if (kind === "must" && OPENING.test(sentence))
    return [`pass when agent says ${quoted(text)} before turn 4`];
  return [];
}

/** "Never say "guaranteed"", "Always start with "Clinic front desk, how can I help?"" */
export function wording(policy: Policy, agent: Agent): Probe | undefined {
  const rules = wordingRules(policy);
  if (rules.length === 0) return undefined;
  const text = quotationIn(policy.sentence) ?? "";
  return {
    intent:
      policy.kind === "never"
        ? `Could you tell me that it's ${text}?`
        : callerGoal(agent.goals[0] ?? "Ask a question"),
    rules,
    standing: true,
  };
}
