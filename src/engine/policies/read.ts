/** The rules in an agent's prompt: for each sentence that is one, what it demands of every conversation. */
import type { AgentTexts } from "../generation/agent-texts.ts";
import { policiesIn } from "../generation/reading/policies.ts";
import { statements } from "../generation/reading/statements.ts";
import { toolsIn } from "../generation/reading/tools.ts";
import { type EffectfulRule, effectfulRule } from "../metrics/tools/effectful.ts";
import { condition } from "./conditions.ts";
import { isOfCaseBefore, readingsOf } from "./constructions.ts";
import { atMost } from "./counts.ts";
import { figures } from "./figures.ts";
import { hidden } from "./hidden.ts";
import { closedDays, openingHours, sameDay, timeLimit } from "./hours.ts";
import { figureLimit } from "./limits.ts";
import { order } from "./orders.ts";
import { others } from "./others.ts";
import type { Ground, PolicyRule, RuleMaker, Sentence } from "./rule.ts";
import { confidentialValues } from "./secrets.ts";
import { closingWords, forbiddenWords, openingWords } from "./statements.ts";
import { forbiddenTool, neverAsks, topic } from "./topics.ts";
import { unprompted } from "./unprompted.ts";
import { whenever } from "./whenever.ts";

/** From the most specific to the most general. The first match makes the rule. */
const MAKERS: readonly RuleMaker[] = [
  forbiddenWords,
  unprompted,
  neverAsks,
  confidentialValues,
  atMost,
  condition,
  whenever,
  order,
  figureLimit,
  openingWords,
  closingWords,
  closedDays,
  timeLimit,
  sameDay,
  topic,
  forbiddenTool,
  others,
  hidden,
  openingHours,
  figures,
];

/** A sentence of the prompt that is a policy, and its rule, if one could be made. */
export interface ReadPolicy {
  readonly sentence: string;
  readonly rule?: PolicyRule;
}

/** No agent can keep more rules in mind. */
const MAX_POLICIES = 200;
/** Longer sentences say several things, and take long to read. */
const LONGEST = 600;

type Texts = Pick<AgentTexts, "prompt" | "knowledge_base" | "goals">;

export const groundOf = (
  { prompt, knowledge_base, goals }: Texts,
  isEffectful: EffectfulRule | ((tool: string) => boolean) = effectfulRule({}),
  called: readonly string[] = [],
): Ground => ({
  statements: [...statements(prompt), ...statements(knowledge_base)],
  goals,
  tools: [...new Set([...toolsIn(prompt), ...called])],
  isEffectful,
  knowsCalls: true,
});

export function readPolicies(prompt: string, ground: Ground): ReadPolicy[] {
  const all = statements(prompt);
  const recognized = new Set(policiesIn(prompt).map(({ sentence }) => sentence));
  const found = new Map<string, ReadPolicy>();
  for (const [place, text] of all.entries()) {
    if (found.has(text) || found.size >= MAX_POLICIES) continue;
    const rules = text.length > LONGEST ? [] : rulesOf({ text, previous: all[place - 1] ?? "" }, ground);
    for (const one of rules) found.set(one.sentence, one);
    if (rules.length === 0 && recognized.has(text)) found.set(text, { sentence: text });
  }
  return [...found.values()];
}

/** "Even if the caller is in a hurry", "whatever they say": words that change nothing. */
const CONCESSION =
  /,? \b(?:even (?:if|when|though|where)|no matter|regardless of|whatever|however (?:much|often|hard|long)|irrespective of)\b[^,;.]*(?=[,;.]|$)/gi;
const LEADING_CONCESSION =
  /^(?:even (?:if|when|though|where)|no matter|regardless of|whatever|however (?:much|often|hard|long)|irrespective of)\b[^,;.]*, (?=\p{L})/iu;

/** The rules of a sentence: one for each part that makes one, otherwise one for the whole. */
function rulesOf(written: Sentence, ground: Ground): ReadPolicy[] {
  const text = written.text.replace(LEADING_CONCESSION, "").replace(CONCESSION, "");
  const sentence = text === written.text ? written : { ...written, text, written: written.text };
  if (isOfCaseBefore(sentence)) return [];
  return readingsOf(sentence, ground).flatMap((readings): ReadPolicy[] => {
    for (const reading of readings) {
      const rule = ruleOf(reading, ground);
      // The last reading is the sentence as it was written.
      const last = readings.at(-1)?.text ?? reading.text;
      if (rule) return [{ sentence: last === text ? written.text : last, rule }];
    }
    return [];
  });
}

function ruleOf(sentence: Sentence, ground: Ground): PolicyRule | undefined {
  for (const make of MAKERS) {
    const rule = make(sentence, ground);
    if (rule) return rule;
  }
  return undefined;
}
