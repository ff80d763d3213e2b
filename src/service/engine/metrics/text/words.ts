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

/** What an ASCII character is to a word: part of it (1) or not (0). Lower case only; a lookup beats comparisons. */
const IS_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function isLetterOrDigit(code: number): boolean {
  return IS_WORD[code] === 1;
}

/** Receives the word `text[start, end)` and its hash. */
type Visit = (text: string, start: number, end: number, hash: number) => void;

/** FNV-1a over UTF-16 code units; the start as a signed number of 32 bits, as which the engine handles all hashes. */
const HASH_START = 0x811c9dc5 | 0;

function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function hashOf(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = addToHash(hash, word.charCodeAt(at));
  return hash;
}

/**
 * The rule of `WORD` for lower-case ASCII, by hand: several times faster, and nearly all text takes this path.
 * False, at once, when the text is not ASCII.
 */
function eachAsciiWord(text: string, visit: Visit): boolean {
  if (NOT_ASCII.test(text)) return false;
  let start = -1;
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (IS_WORD[code] === 1) {
      if (start < 0) start = at;
      hash = addToHash(hash, code);
    } else if (start >= 0) {
      if (joins(code, text, at)) {
        hash = addToHash(hash, code);
      } else {
        visit(text, start, at, hash);
        start = -1;
        hash = HASH_START;
      }
    }
  }
  if (start >= 0) visit(text, start, text.length, hash);
  return true;
}

/** Whether the character `code` at `at`, which follows a letter or digit, belongs to the word. */
function joins(code: number, text: string, at: number): boolean {
  if (code === APOSTROPHE) return isLetterOrDigit(text.charCodeAt(at + 1));
  if (code !== COMMA && code !== FULL_STOP) return false;
  return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
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
    if (eachAsciiWord(text.toLowerCase(), visit)) return;
    const normalized = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
    if (!UNSPACED.test(normalized)) {
      for (const { 0: word, index } of normalized.matchAll(WORD))
        visit(normalized, index, index + word.length, hashOf(word));
      return;
    }
    segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
    for (const { segment, index, isWordLike } of segmenter.segment(normalized)) {
      if (isWordLike) visit(normalized, index, index + segment.length, hashOf(segment));
    }
  };
}

/** The normalized words of a text. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  wordReader()(text, (normalized, start, end) => words.push(normalized.slice(start, end)));
  return words;
}
