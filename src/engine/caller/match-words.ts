import type { LanguageCode } from "../../contract/values.ts";
import { bareLetters, words } from "./words.ts";

/** Whether a phrase was all that was said, or only a part of it. */
export type WordMatch = "whole" | "contained";

/**
 * Looks for the words of a phrase, one after the other, among the words of a text: without regard to case, width,
 * spaces and punctuation. Undefined if they are not found, or if the phrase has no words.
 */
export function matchWords(phrase: string, text: string, language: LanguageCode): WordMatch | undefined {
  const wanted = bareLetters(phrase);
  if (wanted === "") return undefined;
  if (wanted === bareLetters(text)) return "whole";
  // Words are compared by where they end in the run of all letters, so that a phrase matches whichever way the
  // segmenter of a language without spaces has cut it.
  const edges = new Set([0]);
  let run = "";
  for (const word of words(text, language)) {
    run += bareLetters(word);
    edges.add(run.length);
  }
  for (let at = run.indexOf(wanted); at >= 0; at = run.indexOf(wanted, at + 1))
    if (edges.has(at) && edges.has(at + wanted.length)) return "contained";
  return undefined;
}
