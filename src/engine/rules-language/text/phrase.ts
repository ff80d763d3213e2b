import type { Span } from "../../pattern/span.ts";

/** Scripts that put no blanks between words: there each character counts as a word. */
const WORD =
  /(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]|(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’](?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{N}\p{M}])+)*/gu;

interface Word extends Span {
  text: string;
}

/**
 * The places where `phrase` is said in `text`: its words, whole and in order, with nothing but blanks and
 * punctuation between them. Capitals, punctuation and apostrophes make no difference ("Dont!" is "don't"), nor do
 * width and ligatures (NFKC). Accents do. In Chinese and Japanese each character counts as a word.
 */
export function findPhrase(phrase: string, text: string): Span[] {
  const wanted = wordsOf(phrase);
  const words = wordsOf(text);
  const spans: Span[] = [];
  if (wanted.length === 0) return spans;
  for (let index = 0; index + wanted.length <= words.length; index++) {
    if (!wanted.every((word, offset) => words[index + offset]?.text === word.text)) continue;
    const last = index + wanted.length - 1;
    spans.push({ start: words[index]?.start ?? 0, end: words[last]?.end ?? 0 });
    index = last;
  }
  return spans;
}

/** Whether a phrase holds a word: without one it is found nowhere. */
export function hasWords(phrase: string): boolean {
  return wordsOf(phrase).length > 0;
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Upper case first, so that letters which only differ in their capitals (ß and ss, ς and σ) become the same. */
function fold(word: string): string {
  return word.replace(/['’]/g, "").normalize("NFKC").toUpperCase().toLowerCase();
}
