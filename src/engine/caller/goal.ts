import { clean } from "../transcript/fold.ts";
import { isIntroduction, isPleasantry, saysWant } from "../transcript/lexicon.ts";
import { sentences } from "../transcript/sentences.ts";
import type { Language } from "./language.ts";
import { ownWords } from "./own-words.ts";
import { joined } from "./words.ts";

export interface Goals {
  /** What the caller wants, one sentence each, in the caller's own words. */
  goals: string[];
  /** Further sentences of the intent that the caller may tell when asked for details. */
  details: string[];
}

/**
 * Reads an intent: its first sentence is the first goal, further sentences that say a want are further goals, sentences
 * that tell the caller how to behave are left out, and the others are details.
 */
export function readGoals(intent: string, language: Language): Goals {
  const goals: string[] = [];
  const details: string[] = [];
  for (const sentence of sentences(clean(intent))) {
    if (isPleasantry(sentence)) continue;
    const instruction = language.intent.instruction.test(sentence);
    if (goals.length > 0 && (instruction || isIntroduction(sentence))) continue;
    const own = ownWords(sentence, language);
    if (goals.length === 0) goals.push(own ?? language.intent.about.replace("{intent}", () => sentence));
    else if (saysWant(own ?? sentence)) addGoal(goals, own ?? sentence, language);
    else details.push(own ?? sentence);
  }
  return { goals, details };
}

/** A first goal that only says what is the matter ("My internet is down.") is told together with what is wanted. */
function addGoal(goals: string[], goal: string, { code }: Language): void {
  const [first = ""] = goals;
  if (goals.length > 1 || saysWant(first) || /[?？؟]$/.test(first)) goals.push(goal);
  else goals[0] = joined([first, goal], code);
}
