import { clean, fold } from "../transcript/fold.ts";
import type { LanguageCode } from "./digital-human.ts";

/** A word of a clean text with its place. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const UNSPACED: ReadonlySet<LanguageCode> = new Set(["ja", "zh", "yue"]);
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}]+)*/gu;

/** Folded words with their places in the folded text; Japanese and Chinese are split by the Unicode segmenter. */
export function wordsWithPlaces(text: string, language: LanguageCode): Word[] {
  const folded = fold(text);
  if (!UNSPACED.has(language))
    return [...folded.matchAll(WORD)].map((match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
  const found: Word[] = [];
  for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: "word" }).segment(
    folded,
  ))
    if (isWordLike) found.push({ text: segment, start: index, end: index + segment.length });
  return found;
}

/** Folded words of a text. */
export function words(text: string, language: LanguageCode): string[] {
  return wordsWithPlaces(text, language).map((word) => word.text);
}

/** Letters and digits of a text and nothing between them, with full case folding (ß is ss). */
export function bareLetters(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "")
    .toUpperCase()
    .toLowerCase();
}

/** Whether a text has anything that can be read aloud. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(clean(text));
}
