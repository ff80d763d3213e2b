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
 * What is wrong with the quotes of an answer, or undefined. There must be one; each must stand in the turn that it
 * names, word for word (capitals, punctuation and blanks make no difference); and one must come from a turn that
 * does not speak to the judge, because such a turn proves nothing.
 */
export function quotesFault(quotes: readonly Quote[], turns: readonly Turn[]): string | undefined {
  if (quotes.length === 0) return "evidence must hold at least one quote";
  const byNumber = new Map(turns.map((turn) => [turn.i, turn]));
  for (const { turn: number, quote } of quotes) {
    const turn = byNumber.get(number);
    if (!turn) return `evidence names turn ${number}, which does not exist`;
    if (!standsIn(quote, turn.text)) return `a quote does not stand word for word in turn ${number}`;
  }
  const sound = quotes.some(({ turn }) => signsIn(byNumber.get(turn)?.text ?? "").length === 0);
  return sound ? undefined : "every quote is from a turn that speaks to the judge; quote another one too";
}

function standsIn(quote: string, text: string): boolean {
  if (hasWords(quote)) return findPhrase(quote, text).length > 0;
  return quote.trim() !== "" && text.includes(quote.trim());
}
