import { languageOf } from "../../caller/language.ts";
import { findValues } from "../../caller/values.ts";
import { type Criterion, toolName } from "../criteria.ts";
import type { Agent } from "../reading/agent.ts";
import { toolsAbout } from "../reading/tools.ts";

/** Tools that begin something need nothing to be there before. */
const BEGINS = /^(?:add|book|create|make|open|order|place|register|reserve|schedule|send|sign|subscribe)/i;
/** What callers ask to know, and what they ask to have done, is not the same tool. */
const ASKS = /^(?:ask|know|find out|learn|complain|talk|speak|discuss)\b/i;
/** A request that the agent may rightly turn down. */
const DEBATABLE =
  /\brefund|\bmoney back|\bdiscount|\bcompensat|\bwithout\b|\bdespite\b|\bafter the deadline/i;

/**
 * When a goal counts as reached. A rule if the agent's texts name one tool that does it, and the caller can get
 * there: it begins something new, or the goal names what it is about (an order number). Else a judge has to tell.
 */
export function goalCriterion(goal: string, { effectful }: Agent): Criterion {
  const sentence = goal.replace(/[.!?\s]+$/, "");
  const says = `The caller gets what they came for: ${sentence}.`;
  if (ASKS.test(sentence) || DEBATABLE.test(sentence)) return { says, rules: [] };
  const [tool, ...others] = toolsAbout(sentence, effectful);
  if (tool === undefined || others.length > 0) return { says, rules: [] };
  const named = findValues(sentence, languageOf("en")).some(({ kind }) => kind === "code");
  return BEGINS.test(tool) || named
    ? { says, rules: [`pass when tool ${toolName(tool)} called`] }
    : { says, rules: [] };
}

/** A conversation goes somewhere: no answer comes again and again. */
export const NO_LOOP: Criterion = {
  says: "The agent doesn't go round in circles.",
  rules: ["fail when agent_repetition.exact >= 3"],
};
