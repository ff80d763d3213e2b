import type { LanguageCode } from "../../contract/values.ts";
import { bareLetters, words } from "./words.ts";

/** Whether a phrase was the whole message or only a part of it. */
export type WordMatch = "whole" | "contained";

/**
 * Looks for the words of a phrase in a text, in the same order and next to each other. Ignores case, width,
 * spaces, and punctuation. Undefined if the text does not have them, or if the phrase has no words.
 */
export const matchWords = (phrase: string, text: string, language: LanguageCode): WordMatch | undefined =>
  wordMatcher(text, language)(phrase);

/** `matchWords` for many phrases. Splits the text only once. */
export function wordMatcher(text: string, language: LanguageCode): (phrase: string) => WordMatch | undefined {
  let letters: string | undefined;
  let split: Split | undefined;
  return (phrase) => {
    const wanted = bareLetters(phrase);
    if (wanted === "") return undefined;
    letters ??= bareLetters(text);
    if (wanted === letters) return "whole";
    split ??= splitWords(text, language);
    const { run, edges } = split;
    for (let at = run.indexOf(wanted); at >= 0; at = run.indexOf(wanted, at + 1))
      if (edges.has(at) && edges.has(at + wanted.length)) return "contained";
    return undefined;
  };
}

interface Split {
  /** All letters of all words, joined. */
  readonly run: string;
  /**
   * Where words end in `run`. Words are compared by their ends, so that a phrase matches however the
   * segmenter of a language without spaces has split it.
   */
  readonly edges: ReadonlySet<number>;
}

function splitWords(text: string, language: LanguageCode): Split {
  const edges = new Set([0]);
  let run = "";
  for (const word of words(text, language)) {
    run += bareLetters(word);
    edges.add(run.length);
  }
  return { run, edges };
}
