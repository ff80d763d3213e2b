/** The name of the rule below, for whoever publishes figures that depend on it. */
export const NORMALIZER = "nfkc-lowercase-words@1";

const NOT_ASCII = /[^\x00-\x7f]/;

/** Scripts written without spaces: only a dictionary finds their words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const WORD = /[\p{L}\p{M}\p{N}]+(?:(?:'|(?<=[0-9])[.,](?=[0-9]))[\p{L}\p{M}\p{N}]+)*/gu;

const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const FULL_STOP = 0x2e;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || isDigit(code);
}

type Visit = (text: string, start: number, end: number) => void;

/** The rule of `WORD` for lower-case ASCII, by hand: several times faster, and nearly all text takes this path. */
function eachAsciiWord(text: string, visit: Visit): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLetterOrDigit(code)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      const next = text.charCodeAt(at + 1);
      if (code === APOSTROPHE && isLetterOrDigit(next)) continue;
      if ((code === COMMA || code === FULL_STOP) && isDigit(text.charCodeAt(at - 1)) && isDigit(next))
        continue;
      visit(text, start, at);
      start = -1;
    }
  }
}

/**
 * Makes a function that visits the words of a text as spans of the normalized text.
 *
 * Normalized is NFKC, lower case, with straight apostrophes. A word is a run of letters, marks and digits; an
 * apostrophe inside a word and a `.` or `,` between digits belong to it (a simplification of Unicode's UAX #29). Text
 * with characters of Chinese, Japanese, Thai, Lao, Khmer or Burmese is cut by `Intl.Segmenter` instead, whose
 * dictionaries go by script: the language of the call plays no part.
 */
export function wordReader(): (text: string, visit: Visit) => void {
  let segmenter: Intl.Segmenter | undefined;
  return (text, visit) => {
    if (!NOT_ASCII.test(text)) {
      eachAsciiWord(text.toLowerCase(), visit);
      return;
    }
    const normalized = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
    if (!UNSPACED.test(normalized)) {
      for (const { 0: word, index } of normalized.matchAll(WORD))
        visit(normalized, index, index + word.length);
      return;
    }
    segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
    for (const { segment, index, isWordLike } of segmenter.segment(normalized)) {
      if (isWordLike) visit(normalized, index, index + segment.length);
    }
  };
}

/** The normalized words of a text. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  wordReader()(text, (normalized, start, end) => words.push(normalized.slice(start, end)));
  return words;
}
