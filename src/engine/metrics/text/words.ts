/** The name of the rule below, for whoever publishes figures that depend on it. */
export const NORMALIZER = "nfkc-lowercase-words@1";

/** Scripts written without spaces: only a dictionary finds their words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const WORD = /[\p{L}\p{M}\p{N}]+(?:(?:'|(?<=[0-9])[.,](?=[0-9]))[\p{L}\p{M}\p{N}]+)*/gu;

/**
 * Makes a function that cuts a text into normalized words.
 *
 * Normalized is NFKC, lower case, with straight apostrophes. A word is a run of letters, marks and digits; an
 * apostrophe inside a word and a `.` or `,` between digits belong to it (a simplification of Unicode's UAX #29). Text
 * with characters of Chinese, Japanese, Thai, Lao, Khmer or Burmese is cut by `Intl.Segmenter` instead, whose
 * dictionaries go by script: the language of the call plays no part.
 */
export function wordCutter(): (text: string) => string[] {
  let segmenter: Intl.Segmenter | undefined;
  return (text) => {
    const normalized = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
    if (!UNSPACED.test(normalized)) return normalized.match(WORD) ?? [];
    segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
    const words: string[] = [];
    for (const { segment, isWordLike } of segmenter.segment(normalized)) if (isWordLike) words.push(segment);
    return words;
  };
}
