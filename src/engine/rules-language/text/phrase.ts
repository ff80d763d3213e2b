import type { Span } from "../../pattern/span.ts";
import { spend, type Work } from "../../pattern/work.ts";
import { type Word, wordsOf } from "./words.ts";

/**
 * The places where `phrase` is said in `text`: its words, whole and in order, with nothing but blanks and
 * punctuation between them. Capitals, punctuation and apostrophes make no difference ("Dont!" is "don't"), nor do
 * width and ligatures (NFKC). Accents do. In Chinese and Japanese each character counts as a word.
 */
export function findPhrase(phrase: string, text: string): Span[] {
  return findWords(wordsOf(phrase), wordsOf(text), { left: Number.POSITIVE_INFINITY }) ?? [];
}

/** The places where `wanted` occur among `words`, whole and in order; undefined if that is too much work. */
export function findWords(wanted: readonly Word[], words: readonly Word[], work: Work): Span[] | undefined {
  const spans: Span[] = [];
  if (wanted.length === 0) return spans;
  for (let index = 0; index + wanted.length <= words.length; index++) {
    let matching = 0;
    while (matching < wanted.length && words[index + matching]?.text === wanted[matching]?.text) matching++;
    if (!spend(work, 1 + matching)) return undefined;
    if (matching < wanted.length) continue;
    const last = index + wanted.length - 1;
    spans.push({ start: words[index]?.start ?? 0, end: words[last]?.end ?? 0 });
    index = last;
  }
  return spans;
}

/** Whether a phrase contains a word; without one, it is never found. */
export function hasWords(phrase: string): boolean {
  return wordsOf(phrase).length > 0;
}
