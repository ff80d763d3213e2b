import type { Span } from "../../pattern/span.ts";
import { compatible } from "../../transcript/fold.ts";

/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED = "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]";
const LETTER = "[\\p{L}\\p{N}\\p{M}]";
const LETTERS = `(?:(?!${UNSPACED})${LETTER})+`;
const WORD = new RegExp(`(?=${LETTER})${UNSPACED}|${LETTERS}(?:['’]${LETTERS})*`, "gu");

export interface Word extends Span {
  readonly text: string;
}

/** Words of texts that have been split already. */
export interface WordsOfTexts {
  readonly known: Map<string, readonly Word[]>;
  /** How many more characters of text may have their words kept. */
  room: number;
}

/** Words take about thirty times the memory of their text. */
const WORDS_ROOM = 2_000_000;

export const noWords = (): WordsOfTexts => ({ known: new Map(), room: WORDS_ROOM });

/**
 * The words of a text, folded. Capitals, punctuation, and apostrophes make no difference ("Dont!" is
 * "don't"), and neither do width and ligatures (NFKC). Accents do. In Chinese and Japanese, each character
 * counts as a word.
 */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The same, but kept for the next time while there is room. */
export function knownWordsOf(text: string, words: WordsOfTexts): readonly Word[] {
  const known = words.known.get(text);
  if (known) return known;
  const found = wordsOf(text);
  if (text.length <= words.room) {
    words.room -= text.length;
    words.known.set(text, found);
  }
  return found;
}

/** The dot that remains on an i when the Turkish capital İ is converted to lower case. */
const DOT_ABOVE = /i\u0307/g;

/** Upper case first, so that letters that differ only in case (ß and ss, ς and σ, İ and i) become equal. */
function fold(word: string): string {
  return compatible(word.replace(/['’]/g, "")).toUpperCase().toLowerCase().replace(DOT_ABOVE, "i");
}
