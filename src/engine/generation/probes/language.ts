import { followsLanguage, languagesOf } from "../goals/languages.ts";
import { phraseIn } from "../goals/phrasebook.ts";
import type { ProbeMaker } from "./probe.ts";

/** "Always answer in the caller's language." */
export const staysInLanguage: ProbeMaker = ({ sentence }, agent) => {
  if (!followsLanguage(sentence)) return undefined;
  const goals = [...agent.goals, "Ask for the opening hours"];
  for (const language of languagesOf(agent).filter((code) => code !== "en"))
    for (const goal of goals) {
      const intent = phraseIn(language, goal);
      if (intent !== undefined) return { intent, language };
    }
  return undefined;
};
