/** The words of a text, as numbers and other values are made of them. */
import { compatible, fold } from "../transcript/fold.ts";

export interface Word {
  /** Folded, without accents. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** What is written between the word before and this one. */
  readonly gap: string;
}

/** More words than this in a sentence are not read, because nobody says so many. */
const MOST_WORDS = 2_000;
const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;

/** Folded text without accents, in which ß is ss. */
export const bare = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : compatible(fold(text).replaceAll("ß", "ss"), "NFKD").replaceAll(/\p{M}+/gu, "");

const PLAIN = /^[\x20-\x7e]*$/;

/** The words of a clean text. Figures with points and commas between them are several words. */
export function wordsOf(text: string, most = MOST_WORDS): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: raw, index: start } of text.matchAll(WORD)) {
    words.push({ text: bare(raw), raw, start, end: start + raw.length, gap: text.slice(end, start) });
    end = start + raw.length;
    if (words.length === most) break;
  }
  return words;
}
