import { clean, fold, mentions } from "../transcript/fold.ts";
import { isIntroduction, isPleasantry, saysWant } from "../transcript/lexicon.ts";
import { sentences } from "../transcript/sentences.ts";
import type { Language } from "./language.ts";

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
    else if (saysWant(own ?? sentence)) goals.push(own ?? sentence);
    else details.push(own ?? sentence);
  }
  return { goals, details };
}

/** Whether a goal is to learn something, so that an answer can reach it. */
export function wantsInformation(goal: string, language: Language): boolean {
  return /[?？؟]$/.test(goal) || mentions(fold(goal), language.cues.informational);
}

/** A sentence as the caller would say it; undefined when it is neither the caller's own nor fits a form. */
function ownWords(sentence: string, language: Language): string | undefined {
  const { forms, pronouns, lowercase } = language.intent;
  for (const [form, replacement] of forms) {
    const match = form.exec(sentence);
    if (!match) continue;
    const told = sentence.replace(form, replacement);
    if (match[0] !== "" || !lowercase)
      return pronouns.reduce((text, [from, to]) => text.replace(from, to), told);
    const at = told.length - sentence.length;
    return told.slice(0, at) + told.charAt(at).toLowerCase() + told.slice(at + 1);
  }
  return /[?？؟]$/.test(sentence) || saysWant(sentence) || mentions(fold(sentence), language.first_person)
    ? sentence
    : undefined;
}
