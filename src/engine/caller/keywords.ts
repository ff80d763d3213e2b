/** `interruptions` of type `keywords`: what a word of the agent makes the caller say. */
import type { DigitalHuman } from "./digital-human.ts";
import { hasWords } from "./words.ts";

export interface Keyword {
  keyword: string;
  response: string;
  /** From 0 to 1. */
  probability: number;
}

/**
 * On a line of text nobody can be cut short: the caller answers a message that has the keyword. Entries without a keyword or a
 * response have no effect.
 */
export function keywordsOf(interruptions: DigitalHuman["interruptions"]): Keyword[] {
  const given: unknown = interruptions?.type === "keywords" ? interruptions["keyword_responses"] : undefined;
  if (!Array.isArray(given)) return [];
  return given.flatMap((entry: unknown): Keyword[] => {
    if (typeof entry !== "object" || entry === null) return [];
    const { keyword, response, probability = 1 } = entry as Partial<Record<keyof Keyword, unknown>>;
    if (typeof keyword !== "string" || typeof response !== "string" || typeof probability !== "number")
      return [];
    return hasWords(keyword) && hasWords(response)
      ? [{ keyword, response: response.trim(), probability }]
      : [];
  });
}
