import type { Work } from "../pattern/work.ts";
import { noWords, type WordsOfTexts } from "./text/words.ts";

/**
 * The steps that the rules of one metric may take on one conversation, for all clauses together. A step is
 * about one position of a text that a pattern looks at, one word that a phrase is compared with, or one pair
 * of positions that a constraint compares.
 */
export interface Budget extends Work {
  /** Words of texts, split once for all phrases. Other budgets may share them. */
  readonly words: WordsOfTexts;
}

/** About a second. Fifty phrases on a conversation of two hours need a twentieth of it. */
export const RULE_STEPS = 20_000_000;

/** A new budget. `words` may be shared with others. */
export const budgetOf = (steps: number = RULE_STEPS, words: WordsOfTexts = noWords()): Budget => ({
  left: steps,
  words,
});

/** Whether something was left out because it was too expensive. */
export const isSpent = ({ left }: Budget) => left <= 0;
