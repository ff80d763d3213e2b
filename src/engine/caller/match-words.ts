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
    for (const at of occurrences(wanted, run))
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

/** Where a phrase begins in a text, overlapping, in time that grows with their lengths only (Knuth, Morris, Pratt). */
function* occurrences(phrase: string, text: string): Generator<number> {
  const shorter = [0];
  let same = 0;
  const grow = (of: string, at: number) => {
    while (same > 0 && of[at] !== phrase[same]) same = shorter[same - 1] ?? 0;
    if (of[at] === phrase[same]) same++;
  };
  for (let at = 1; at < phrase.length; at++) {
    grow(phrase, at);
    shorter[at] = same;
  }
  same = 0;
  for (let at = 0; at < text.length; at++) {
    grow(text, at);
    if (same < phrase.length) continue;
    yield at + 1 - phrase.length;
    same = shorter[same - 1] ?? 0;
  }
}
