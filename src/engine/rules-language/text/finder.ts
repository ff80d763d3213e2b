import { compilePattern } from "../../pattern/pattern.ts";
import type { Span } from "../../pattern/span.ts";
import { spend } from "../../pattern/work.ts";
import type { Budget } from "../budget.ts";
import type { Saying, TextPattern } from "../syntax/ast.ts";
import { findWords } from "./phrase.ts";
import { knownWordsOf, wordsOf } from "./words.ts";

/** Finds where a pattern occurs in a text. Undefined if searching would be too much work. */
export type Finder = (text: string, budget: Budget) => Span[] | undefined;

/** A finder for a pattern, or what is wrong with it. `at` is an offset into the guidance. */
export function finderOf(pattern: TextPattern): { find: Finder } | { message: string; at: number } {
  if (pattern.kind === "phrase") {
    const wanted = wordsOf(pattern.text);
    if (wanted.length === 0) return { message: "this text contains no word to look for", at: pattern.at };
    return {
      find: (text, budget) =>
        spend(budget, 1) ? findWords(wanted, knownWordsOf(text, budget.words), budget) : undefined,
    };
  }
  const compiled = compilePattern(pattern.source, pattern.flags);
  if (compiled.ok) return { find: compiled.test };
  // The pattern begins after its opening slash or quote.
  return {
    message: compiled.message,
    at: pattern.at + (compiled.index === undefined ? 0 : compiled.index + 1),
  };
}

/** Whether the pattern alone says what to look for. What tools were given or returned is known only in a call. */
export const isText = (saying: Saying): saying is TextPattern =>
  saying.kind === "phrase" || saying.kind === "regex";

/** Two patterns with the same key find the same places. */
export function patternKey(pattern: TextPattern): string {
  return pattern.kind === "phrase" ? `"${pattern.text}` : `${pattern.flags}/${pattern.source}`;
}
