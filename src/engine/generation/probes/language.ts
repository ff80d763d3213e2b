import type { LanguageCode } from "../../../contract/values.ts";
import type { AgentTexts } from "../agent-texts.ts";
import type { Criterion } from "../criteria.ts";
import { followsLanguage, languagesOf } from "../goals/languages.ts";
import { phraseIn } from "../goals/phrasebook.ts";
import { statements } from "../reading/statements.ts";
import type { ProbeMaker } from "./probe.ts";

/** Frequent English words that no other language has. */
const ENGLISH = "/(?i)\\b(?:the|you|your|please|would|which|with|this|that|have|what)\\b/";

const RULES = [`fail when count of agent says ${ENGLISH} >= 3`];

/** The agent keeps to the language of a caller who doesn't speak English, if its texts demand it. */
export function languageCriterion(agent: AgentTexts, language: LanguageCode): Criterion[] {
  if (language === "en" || !statements(agent.prompt).some(followsLanguage)) return [];
  return [{ says: "The agent stays in the caller's language.", rules: RULES }];
}

/** "Always answer in the caller's language." */
export const staysInLanguage: ProbeMaker = ({ sentence }, agent) => {
  if (!followsLanguage(sentence)) return undefined;
  const goals = [...agent.goals, "Ask for the opening hours"];
  for (const language of languagesOf(agent).filter((code) => code !== "en"))
    for (const goal of goals) {
      const intent = phraseIn(language, goal);
      if (intent !== undefined) return { intent, rules: RULES, standing: false, language };
    }
  return undefined;
};
