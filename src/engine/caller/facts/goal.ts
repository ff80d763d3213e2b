import { clean } from "../../transcript/fold.ts";
import { isIntroduction, isPleasantry, saysWant } from "../../transcript/lexicon.ts";
import { sentences } from "../../transcript/sentences.ts";
import type { Language } from "../language.ts";
import { joined } from "../words.ts";
import { ownWords } from "./own-words.ts";

export interface Goals {
  /** What the caller wants, one sentence each, in the caller's own words. */
  goals: string[];
  /** Further sentences of the intent, which the caller may say when asked for details. */
  details: string[];
}

/**
 * Reads an intent. Its first sentence is the first goal. Further sentences that express a wish are further
 * goals. Sentences that tell the caller how to behave are left out. The others are details.
 * @param opening what the caller says first; its goal, if the first sentence cannot be turned into its own words
 */
export function readGoals(intent: string, language: Language, opening = ""): Goals {
  const goals: string[] = [];
  const details: string[] = [];
  const phrases = Object.values(language.phrases).flat();
  const saysNothing = (sentence: string) => isPleasantry(sentence) || phrases.includes(sentence);
  const spoken = sentences(clean(opening)).every(saysNothing) ? "" : opening;
  for (const sentence of sentences(clean(intent))) {
    if (isPleasantry(sentence)) continue;
    const instruction = language.intent.instruction.test(sentence);
    if (goals.length > 0 && (instruction || isIntroduction(sentence))) continue;
    const said = ownWords(sentence, language);
    const own = said === undefined ? undefined : withEnd(said, language);
    if (goals.length === 0)
      goals.push(own ?? (spoken || language.intent.about.replace("{intent}", () => sentence)));
    else if (saysWant(own ?? sentence)) addGoal(goals, own ?? sentence, language);
    else details.push(own ?? sentence);
  }
  return { goals, details };
}

/** A sentence that the caller says has a full stop, also if a wish was written without one. Other languages are left as they are. */
const withEnd = (sentence: string, { code }: Language): string =>
  code === "en" && /[\p{L}\p{N}]$/u.test(sentence) && sentence.includes(" ") ? `${sentence}.` : sentence;

/**
 * If the first goal only describes a problem ("My internet is down."), the caller says it together with what
 * it wants.
 */
function addGoal(goals: string[], goal: string, { code }: Language): void {
  const [first = ""] = goals;
  if (goals.length > 1 || saysWant(first) || /[?？؟]$/.test(first)) goals.push(goal);
  else goals[0] = joined([first, goal], code);
}
