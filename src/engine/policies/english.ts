/** How English sentences are compared: by the stems of their meaningful words. */
import { clean, fold } from "../transcript/fold.ts";

const STOP = new Set(
  (
    "a about above after again agent all also always am an and another any anybody anyone anything are as ask asked asks at back be because been " +
    "before being but by call called caller callers calling calls can cannot could customer customers day did do does doing don done each else " +
    "every everybody everyone everything first for from get gets give given gives go going guest guests had has have having he her here hers him his " +
    "how i if in into is it its just keep know let like made make makes may me mention mentions might more most must my need needs never no nobody " +
    "none nor not nothing of off on once one ones only or other our out over own patient patients people person please read repeat say " +
    "saying says share shall she should so some somebody someone something sure take taken takes tell telling tells than that the their them then " +
    "there these they thing things this those through to told too under unless until up us use user users very want wants was way we well were " +
    "what when whenever where whether which while who whoever whom whose why will with within without word words would yet you your yours yourself"
  ).split(" "),
);
const ENDING = /(?:ations?|ings?|ed|ies|es|ly|s|y|e)$/;
const STEM = 5;

/** The letters that a word has in all its forms: refund, refunds, refunded. */
export function stemOf(word: string): string {
  const plain = word.replace(/'s$/, "");
  const short = /ss$/.test(plain) ? plain : plain.replace(ENDING, "");
  const stem = short.length >= 3 ? short : plain;
  return (/([^aeiou])\1$/.test(stem) && stem.length > 4 ? stem.slice(0, -1) : stem).slice(0, STEM);
}

export const wordsOf = (text: string): string[] =>
  fold(text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/_/g, " ")).match(
    /[\p{L}\p{N}][\p{L}\p{N}']*/gu,
  ) ?? [];

/** The stems of the meaningful words, without repetitions. */
export function contentStems(text: string): string[] {
  const found = wordsOf(text).filter((word) => !STOP.has(word) && (word.length >= 3 || /\d/.test(word)));
  return [...new Set(found.map(stemOf))];
}

export const stemsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemOf));

/** How many of the stems a text contains. */
export function shared(stems: readonly string[], text: string): number {
  const said = stemsIn(text);
  return stems.filter((stem) => said.has(stem)).length;
}

/** Whether a text is about what the stems name: it contains at least half of them. */
export const isAbout = (stems: readonly string[], text: string): boolean =>
  stems.length > 0 && shared(stems, text) * 2 >= stems.length;

/** Words that agents use to refuse something. */
export const REFUSAL =
  /\b(?:can'?t|cannot|can not|unable|not able|not allowed|not permitted|not possible|isn'?t possible|won'?t|will not|afraid|sorry|unfortunately|don'?t|do not|doesn'?t|isn'?t|aren'?t|not|no|nobody|nothing|none|never|only|without|instead|unless|until)\b/i;
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
