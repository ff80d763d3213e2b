import { compatible } from "../../transcript/fold.ts";
import { segmentedWords } from "../../transcript/segments.ts";

/** The name of the rule below, for publishing figures that depend on it. */
export const NORMALIZER = "nfkc-lowercase-words@2";

/** Scripts without spaces, whose words only a dictionary can find. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const WORD = /[\p{L}\p{M}\p{N}]+(?:(?:'|(?<=[0-9])[.,](?=[0-9]))[\p{L}\p{M}\p{N}]+)*/gu;

/** What the Turkish capital İ becomes in lower case. */
const DOTTED_I = "i\u0307";

/**
 * Creates a function that splits a text into normalized words.
 *
 * Normalizing means NFKC, lower case, and straight apostrophes. A word is a run of letters, marks, and
 * digits. An apostrophe inside a word and a `.` or `,` between digits belong to it (a simplification of
 * Unicode's UAX #29). Text with Chinese, Japanese, Thai, Lao, Khmer, or Burmese characters is split by
 * `Intl.Segmenter`, whose dictionaries depend on the script. The language of the call makes no difference.
 */
export function wordCutter(): (text: string) => string[] {
  let segmenter: Intl.Segmenter | undefined;
  return (text) => {
    const normalized = compatible(text).toLowerCase().replaceAll("’", "'").replaceAll(DOTTED_I, "i");
    if (!UNSPACED.test(normalized)) return normalized.match(WORD) ?? [];
    segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
    return segmentedWords(normalized, segmenter);
  };
}
