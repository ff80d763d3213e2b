import { fold } from "../transcript/fold.ts";
import type { LanguageCode } from "./digital-human.ts";
import { LANGUAGES } from "./languages/index.ts";
import { words } from "./words.ts";

const LATIN: readonly LanguageCode[] = ["en", "es", "pt", "tr", "fr", "vi", "de"];

/** Scripts that tell a language, or a group of languages that are written alike. */
const SCRIPTS: readonly (readonly [RegExp, readonly LanguageCode[]])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, ["ja"]],
  [/\p{sc=Han}/gu, ["zh", "yue", "ja"]],
  [/\p{sc=Devanagari}/gu, ["hi"]],
  [/\p{sc=Arabic}/gu, ["ar"]],
  [/\p{sc=Malayalam}/gu, ["ml"]],
  [/\p{sc=Cyrillic}/gu, ["ru"]],
  [/\p{sc=Latin}/gu, LATIN],
];

/** Hits among the frequent words of a language from which a text counts as written in it. */
const ENOUGH = 3;

/**
 * Whether a text is clearly in another language: most of its letters are of another script, or it has three or more
 * frequent words of another language in the same script and not one of its own. Names, codes and short texts are not.
 */
export function isInOtherLanguage(text: string, language: LanguageCode): boolean {
  const folded = fold(text);
  const counts = SCRIPTS.map(([script, codes]) => ({ codes, letters: folded.match(script)?.length ?? 0 }));
  const total = counts.reduce((sum, { letters }) => sum + letters, 0);
  const own = counts.reduce((sum, { codes, letters }) => sum + (codes.includes(language) ? letters : 0), 0);
  // Kana stands beside Chinese characters in Japanese only.
  const kana = counts[0]?.letters ?? 0;
  if (language !== "ja" && kana > total / 4 && kana >= ENOUGH) return true;
  if (words(text, language).length >= ENOUGH && own < total / 3) return true;
  const rivals = LATIN.filter((code) => code !== language);
  if (rivals.length === LATIN.length) return false;
  const hits = (code: LanguageCode) =>
    words(text, code).filter((word) => LANGUAGES[code].small_words.includes(word)).length;
  return hits(language) === 0 && rivals.some((code) => hits(code) >= ENOUGH);
}
