import type { LanguageCode } from "../../contract/values.ts";
import { clean, fold } from "../transcript/fold.ts";
import { segmentedWords } from "../transcript/segments.ts";

const UNSPACED: ReadonlySet<LanguageCode> = new Set(["ja", "zh", "yue"]);
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}]+)*/gu;

/** The folded words of a text. The Unicode segmenter splits Japanese and Chinese. */
export function words(text: string, language: LanguageCode): string[] {
  const folded = fold(text);
  if (!UNSPACED.has(language)) return folded.match(WORD) ?? [];
  return segmentedWords(folded, new Intl.Segmenter(language, { granularity: "word" }));
}

/** Only the letters and digits of a text, with full case folding (ß becomes ss). */
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

/** Joins parts of a message the way the language does. */
export function joined(parts: readonly string[], language: LanguageCode): string {
  return parts.filter((part) => part !== "").join(UNSPACED.has(language) ? "" : " ");
}
