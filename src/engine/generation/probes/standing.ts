import type { LanguageCode } from "../../../contract/values.ts";
import type { Criterion } from "../criteria.ts";
import type { Agent } from "../reading/agent.ts";
import { consentRules } from "./consent.ts";
import { orderIn, orderRules } from "./prerequisite.ts";
import { wordingRules } from "./wording.ts";

/** What the sentences of the prompt demand of every conversation, as far as rules can check it. */
export function standingCriteria(agent: Agent, language: LanguageCode): Criterion[] {
  return agent.policies.flatMap((policy) => {
    const order = orderIn(policy, agent);
    const rules = [
      ...(order ? orderRules(order) : []),
      ...(language === "en" ? [...consentRules(policy, agent), ...wordingRules(policy)] : []),
    ];
    return rules.length > 0 ? [{ says: fromPrompt(policy.sentence), rules }] : [];
  });
}

export const fromPrompt = (sentence: string): string => `The agent keeps to its prompt: ${sentence}`;
