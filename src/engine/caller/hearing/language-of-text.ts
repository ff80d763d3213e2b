import type { LanguageCode } from "../../../contract/values.ts";
import { fold } from "../../transcript/fold.ts";
import { LANGUAGES } from "../language.ts";
import { words } from "../words.ts";

const LATIN: readonly LanguageCode[] = ["en", "es", "pt", "tr", "fr", "vi", "de"];

/** Scripts that identify a language, or several languages with the same script. */
const SCRIPTS: readonly (readonly [RegExp, readonly LanguageCode[]])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, ["ja"]],
  [/\p{sc=Han}/gu, ["zh", "yue", "ja"]],
  [/\p{sc=Devanagari}/gu, ["hi"]],
  [/\p{sc=Arabic}/gu, ["ar"]],
  [/\p{sc=Malayalam}/gu, ["ml"]],
  [/\p{sc=Cyrillic}/gu, ["ru"]],
  [/\p{sc=Latin}/gu, LATIN],
];

/**
 * From this many letters of another script, or frequent words of another language, a text may count as
 * written in that language.
 */
const ENOUGH = 3;

/**
 * Whether a text is clearly in another language: most of its letters are in another script, or it has three
 * or more frequent words of another language in Latin script and none of its own. Names, codes, and short
 * texts do not count.
 */
export function isInOtherLanguage(text: string, language: LanguageCode): boolean {
  const folded = fold(text);
  const counts = SCRIPTS.map(([script, codes]) => ({ codes, letters: folded.match(script)?.length ?? 0 }));
  const total = counts.reduce((sum, { letters }) => sum + letters, 0);
  const share = (among: (codes: readonly LanguageCode[]) => boolean) =>
    counts.reduce((sum, { codes, letters }) => sum + (among(codes) ? letters : 0), 0);
  const own = share((codes) => codes.includes(language));
  const foreign = share((codes) => !codes.includes(language) && codes !== LATIN);
  // Only Japanese mixes kana with Chinese characters.
  const kana = language === "ja" ? 0 : share((codes) => codes.length === 1 && codes[0] === "ja");
  if (foreign >= ENOUGH && (own < total / 3 || kana > total / 4)) return true;
  if (!LATIN.includes(language) && own > total / 3) return false;
  const said = words(text, "en");
  const hits = (code: LanguageCode) =>
    said.filter((word) => LANGUAGES[code].small_words.includes(word)).length;
  const rivals = LATIN.filter((code) => code !== language);
  return hits(language) === 0 && rivals.some((code) => hits(code) >= ENOUGH);
}
