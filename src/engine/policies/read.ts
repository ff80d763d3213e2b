/** The rules in an agent's prompt: for each sentence that is one, what it asks of every conversation. */
import type { AgentTexts } from "../generation/agent-texts.ts";
import { policiesIn } from "../generation/reading/policies.ts";
import { statements } from "../generation/reading/statements.ts";
import { toolsIn } from "../generation/reading/tools.ts";
import { type EffectfulRule, effectfulRule } from "../metrics/tools/effectful.ts";
import { condition } from "./conditions.ts";
import { atMost } from "./counts.ts";
import { closedDays, figureLimit, openingHours } from "./limits.ts";
import { order } from "./orders.ts";
import type { Ground, PolicyRule, RuleMaker, Sentence } from "./rule.ts";
import { confidentialValues } from "./secrets.ts";
import { closingWords, figures, forbiddenWords, openingWords } from "./statements.ts";
import { forbiddenTool, neverAsks, topic } from "./topics.ts";

/** From the most specific to the most general; the first that fits makes the rule. */
const MAKERS: readonly RuleMaker[] = [
  forbiddenWords,
  neverAsks,
  confidentialValues,
  atMost,
  condition,
  order,
  figureLimit,
  openingWords,
  closingWords,
  closedDays,
  topic,
  forbiddenTool,
  openingHours,
  figures,
];

/** A sentence of the prompt that is a policy, and the rule made of it, if one could be. */
export interface ReadPolicy {
  readonly sentence: string;
  readonly rule?: PolicyRule;
}

/** Nobody keeps more in mind. */
const MAX_POLICIES = 200;
/** Longer sentences say more than one thing, and take long to read. */
const LONGEST = 600;

export const groundOf = (
  { prompt, knowledge_base, goals }: Pick<AgentTexts, "prompt" | "knowledge_base" | "goals">,
  isEffectful: EffectfulRule | ((tool: string) => boolean) = effectfulRule({}),
  called: readonly string[] = [],
): Ground => ({
  statements: [...statements(prompt), ...statements(knowledge_base)],
  goals,
  tools: [...new Set([...toolsIn(prompt), ...called])],
  isEffectful,
});

export function readPolicies(prompt: string, ground: Ground): ReadPolicy[] {
  const all = statements(prompt);
  const recognized = new Set(policiesIn(prompt).map(({ sentence }) => sentence));
  const found = new Map<string, ReadPolicy>();
  for (const [place, text] of all.entries()) {
    if (found.has(text) || found.size >= MAX_POLICIES) continue;
    const rule = text.length > LONGEST ? undefined : ruleOf({ text, previous: all[place - 1] ?? "" }, ground);
    if (rule) found.set(text, { sentence: text, rule });
    else if (recognized.has(text)) found.set(text, { sentence: text });
  }
  return [...found.values()];
}

function ruleOf(sentence: Sentence, ground: Ground): PolicyRule | undefined {
  for (const make of MAKERS) {
    const rule = make(sentence, ground);
    if (rule) return rule;
  }
  return undefined;
}
