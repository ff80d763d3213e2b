import { findValues } from "../../caller/facts/values.ts";
import { languageOf } from "../../caller/language.ts";
import { toolName } from "../../rules-language/write.ts";
import type { Criterion } from "../criteria.ts";
import type { Agent } from "../reading/agent.ts";
import { toolsAbout } from "../reading/tools.ts";

/** Tools that begin something do not need anything to exist before. */
const BEGINS = /^(?:add|book|create|make|open|order|place|register|reserve|schedule|send|sign|subscribe)/i;
/** Callers who ask for information do not need the tool that does the thing. */
const ASKS =
  /^(?:(?:the|a) \p{L}{2,12} )?(?:asks?|(?:wants to )?know|finds? out|learns?|complains?|talks?|speaks?|discuss(?:es)?)\b/iu;
/** A request that the agent may be right to refuse. */
const DEBATABLE =
  /\brefund|\bmoney back|\bdiscount|\bcompensat|\bwithout\b|\bdespite\b|\bafter the deadline/i;

/**
 * When a goal counts as reached. This is a rule if the agent's texts name exactly one tool for it, and the
 * caller can get there: the tool begins something new, or the goal names its object (an order number).
 * Otherwise, a judge decides.
 */
export function goalCriterion(goal: string, { effectful, knowsTools }: Agent, chosen?: string): Criterion {
  const sentence = goal.replace(/(?<![.!?\s])[.!?\s]+$/, "");
  const says = `The caller gets what they came for: ${sentence}.`;
  // The caller knows what the tool takes, so it can get there. Without one among those that are known, there is no rule.
  if (knowsTools)
    return { says, rules: chosen === undefined ? [] : [`pass when tool ${toolName(chosen)} called`] };
  if (ASKS.test(sentence) || DEBATABLE.test(sentence)) return { says, rules: [] };
  const [tool, ...others] = toolsAbout(sentence, effectful);
  if (tool === undefined || others.length > 0) return { says, rules: [] };
  const named = findValues(sentence, languageOf("en")).some(({ kind }) => kind === "code");
  return BEGINS.test(tool) || named
    ? { says, rules: [`pass when tool ${toolName(tool)} called`] }
    : { says, rules: [] };
}

/** A conversation makes progress: the same answer does not come again and again. */
export const NO_LOOP: Criterion = {
  says: "The agent doesn't go round in circles.",
  rules: ["fail when agent_repetition.exact >= 3"],
};
