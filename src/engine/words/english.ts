/** How English sentences are compared: by the stems of their meaningful words. */
import { clean } from "../transcript/fold.ts";

const ENDING = /(?:ations?|ings?|ed|ies|es|ly|s|y|e)$/;
const STEM = 5;

/** The letters that a word has in all its forms: refund, refunds, refunded. */
export function stemOf(word: string): string {
  const plain = word.replace(/'s$/, "");
  const short = /ss$/.test(plain) ? plain : plain.replace(ENDING, "");
  const stem = short.length >= 3 ? short : plain;
  return (/([^aeiou])\1$/.test(stem) && stem.length > 4 ? stem.slice(0, -1) : stem).slice(0, STEM);
}

/** Words that agents use to refuse something. */
const REFUSAL = new RegExp(
  `\\b(?:${[
    "can'?t|cannot|can not|unable|not able|not allowed|not permitted|not possible|isn'?t possible|won'?t",
    "will not|afraid|sorry|unfortunately|don'?t|do not|doesn'?t|isn'?t|aren'?t|not|no|nobody|nothing|none",
    "never|only|without|instead|unless|until",
  ].join("|")})\\b`,
  "i",
);
/** Idioms that contain a negation but deny nothing. */
export const IDIOM =
  /\b(?:don'?t (?:worry|mention it|mind|hesitate|forget)|can'?t wait|no (?:problem|worries|doubt)|not (?:a|any) problem|not (?:at all|only|just)|why not)\b[,.!:; ]*/gi;

/** The statements of a message, without questions, denials, and things put off. */
export function assertions(text: string): string[] {
  return clauses(text.replace(IDIOM, "")).filter((clause) => !clause.endsWith("?") && !REFUSAL.test(clause));
}

export const clauses = (text: string): string[] =>
  clean(text)
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((part) => part.trim())
    .filter(Boolean);
