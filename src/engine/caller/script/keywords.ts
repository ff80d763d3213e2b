/**
 * `interruptions` of the types `keywords` and `contextual`: what the caller does when the agent says certain
 * words.
 */
import type { DigitalHuman } from "../digital-human.ts";
import { hasWords } from "../words.ts";
import { isComparable } from "./situation.ts";

export interface Keyword {
  keyword: string;
  response: string;
  /** From 0 to 1. */
  probability: number;
}

/**
 * In a text conversation, the caller cannot interrupt the agent, so it answers a message that has the
 * keyword. Entries without a keyword or a response have no effect.
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

/** "Interrupt the agent when it asks for your address": the words after this describe the situation. */
const INSTRUCTION =
  /^(?:please )?(?:interrupt|break in|cut in)\b(?: (?:the |an? )?(?:agent|assistant|bot|it|them))?(?: (?:when|whenever|if|while|once|as soon as|every time))?\s+/i;

/**
 * `interruptions` of type `contextual`: the situation in which the caller interrupts. Null if there is none,
 * or if only a language model could recognize it.
 */
export function situationOf(interruptions: DigitalHuman["interruptions"]): string | null {
  const prompt: unknown =
    interruptions?.type === "contextual" ? interruptions["contextual_prompt"] : undefined;
  if (typeof prompt !== "string") return null;
  const situation = prompt.trim().replace(INSTRUCTION, "");
  return isComparable(situation) ? situation : null;
}
