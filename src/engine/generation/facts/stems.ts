import { splitCamelCase } from "../../words/tool-words.ts";

const STEM = 5;
const SMALL = new Set(
  "the and for with from that this what which when where name names number value type kind list full code data date time field customer caller user person their your only must have has into about before after".split(
    " ",
  ),
);

/** The first letters of the meaningful words in a text or in a program's name. Inflection leaves them unchanged. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words = splitCamelCase(text.slice(0, 500))
    .toLowerCase()
    // "picked up", "pick-up" and `pickup` are one word.
    .replace(/\b(pick|drop|check)(?:p?ed|p?ing|s)?[ -](up|off|in|out)\b/g, "$1$2")
    .match(/\p{L}{3,}/gu);
  return new Set(
    (words ?? []).filter((word) => !SMALL.has(word)).map((word) => word.replace(/e?s$/, "").slice(0, STEM)),
  );
}

/** `customerName` and `customer_name` as words. */
export const wordsOf = (name: string): string =>
  splitCamelCase(name.slice(0, 200))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase()
    .trim();
