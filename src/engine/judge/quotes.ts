import type { Turn } from "../rules-language/input.ts";
import { findWords } from "../rules-language/text/phrase.ts";
import { type Word, wordsOf } from "../rules-language/text/words.ts";
import { signsIn } from "./suspicion.ts";

/** A passage that supports an answer. */
export interface Quote {
  /** The number of the turn, from 1. */
  turn: number;
  quote: string;
}

/** No verdict needs more. Each is searched for in its turn. */
const QUOTES_MAXIMUM = 100;

/**
 * The first fault of an answer's quotes, or undefined. Each quote must be in the turn that it names, word for
 * word (ignoring capitals, punctuation, and spaces). At least one must be meaningful: a whole turn, or more
 * than a common word. And it must come from a turn that gives the judge no orders, because a turn that does
 * proves nothing.
 */
export function quotesFault(quotes: readonly Quote[], turns: readonly Turn[]): string | undefined {
  if (quotes.length === 0) return "evidence must contain at least one quote";
  if (quotes.length > QUOTES_MAXIMUM) return `evidence must not contain more than ${QUOTES_MAXIMUM} quotes`;
  const byNumber = new Map(turns.map((turn) => [turn.i, once(turn.text)]));
  let isTelling = false;
  let isSound = false;
  for (const { turn: number, quote } of quotes) {
    const turn = byNumber.get(number);
    if (!turn) return `evidence names turn ${number}, which does not exist`;
    if (!standsIn(quote, turn)) return `a quote is not in turn ${number} word for word`;
    if (!saysSomething(quote, turn)) continue;
    isTelling = true;
    isSound ||= turn.isSound();
  }
  if (!isTelling) return "every quote is too short; quote a whole turn or at least a few words";
  return isSound ? undefined : "every quote is from a turn that addresses the judge; quote another turn too";
}

/** A quoted turn. A turn may be long and quoted often, so each of these is computed only once. */
interface Quoted {
  readonly text: string;
  words(): Word[];
  letters(): string;
  /** Whether the turn gives the judge no orders. */
  isSound(): boolean;
}

function once(text: string): Quoted {
  let [words, letters, isSound]: [Word[]?, string?, boolean?] = [];
  return {
    text,
    words: () => (words ??= wordsOf(text)),
    letters: () => (letters ??= lettersOf(text)),
    isSound: () => (isSound ??= signsIn(text).length === 0),
  };
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}]/u;
/** Shorter quotes, such as "of the" or "は", occur in nearly every turn. */
const LETTERS_MINIMUM = 6;
const UNSPACED_MINIMUM = 3;

/** Whether a quote is its whole turn, or long enough to be distinctive. */
function saysSomething(quote: string, turn: Quoted): boolean {
  const words = quote.match(WORDS) ?? [];
  if (words.join("") === turn.letters()) return true;
  const letters = words.join("").length;
  if (UNSPACED.test(quote)) return letters >= UNSPACED_MINIMUM;
  return words.length > 1 && letters >= LETTERS_MINIMUM;
}

const lettersOf = (text: string) => (text.match(WORDS) ?? []).join("");

function standsIn(quote: string, turn: Quoted): boolean {
  const wanted = wordsOf(quote);
  if (wanted.length === 0) return quote.trim() !== "" && turn.text.includes(quote.trim());
  return (findWords(wanted, turn.words(), { left: Number.POSITIVE_INFINITY }) ?? []).length > 0;
}
