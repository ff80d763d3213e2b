import type { Turn } from "../rules-language/input.ts";
import { findPhrase, hasWords } from "../rules-language/text/phrase.ts";
import { signsIn } from "./suspicion.ts";

/** A passage that an answer rests on. */
export interface Quote {
  /** The number of the turn, from 1. */
  turn: number;
  quote: string;
}

/**
 * What is wrong with the quotes of an answer, or undefined. Each must be in the turn that it names, word for word
 * (capitals, punctuation and blanks make no difference). At least one must say something, a whole turn or more than a
 * common word, and come from a turn that gives the judge no orders, because such a turn proves nothing.
 */
export function quotesFault(quotes: readonly Quote[], turns: readonly Turn[]): string | undefined {
  if (quotes.length === 0) return "evidence must contain at least one quote";
  const byNumber = new Map(turns.map((turn) => [turn.i, turn]));
  for (const { turn: number, quote } of quotes) {
    const turn = byNumber.get(number);
    if (!turn) return `evidence names turn ${number}, which does not exist`;
    if (!standsIn(quote, turn.text)) return `a quote is not in turn ${number} word for word`;
  }
  const telling = quotes.filter(({ turn, quote }) => saysSomething(quote, byNumber.get(turn)?.text ?? ""));
  if (telling.length === 0) return "every quote is too short; quote a whole turn or at least a few words";
  const sound = telling.some(({ turn }) => signsIn(byNumber.get(turn)?.text ?? "").length === 0);
  return sound ? undefined : "every quote is from a turn that addresses the judge; quote another turn too";
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}]/u;
/** Fewer letters, such as those of "of the" or "は", are in nearly every turn. */
const LETTERS_MINIMUM = 6;
const UNSPACED_MINIMUM = 3;

/** Whether a quote is the whole of its turn, or long enough to tell it from others. */
function saysSomething(quote: string, text: string): boolean {
  const words = quote.match(WORDS) ?? [];
  if (words.join("") === (text.match(WORDS) ?? []).join("")) return true;
  const letters = words.join("").length;
  if (UNSPACED.test(quote)) return letters >= UNSPACED_MINIMUM;
  return words.length > 1 && letters >= LETTERS_MINIMUM;
}

function standsIn(quote: string, text: string): boolean {
  if (hasWords(quote)) return findPhrase(quote, text).length > 0;
  return quote.trim() !== "" && text.includes(quote.trim());
}
