/** Whether the sentence around words denies them. */
import { DENIES } from "../../words/denies.ts";
import { IDIOM } from "../../words/english.ts";

/** A longer sentence is cut, so that each place costs the same. */
const FURTHEST = 400;
const OTHER_DENIALS = /\bnor\b|\bunable\b|\b(?:refuse|decline|impossible)\b|\bwithout\b/i;
/** What divides what is said: "I can't say much, but it is safe". */
const DIVIDES = /[.!?;\n](?=\s|$)|\b(?:but|however)\b/gi;
/** "No, it is safe" is an answer, and denies nothing of what it says. */
const ANSWER = /^\s{0,8}(?:(?:oh|well|ah),?\s{1,4})?no(?: \w{1,10})?,/i;
const FIXED =
  /\bno (?:later|earlier|more|less|fewer) than\b|\b(?:no|without) (?:doubt|question|exception|exceptions)\b|\bfor no reason\b/gi;

/** Whether the sentence around a place denies what is said there: "I cannot promise that it is safe". In English. */
export function isDenied(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - FURTHEST), start);
  const after = text.slice(end, end + FURTHEST);
  const from = [...before.matchAll(DIVIDES)].at(-1);
  const head = from ? before.slice(from.index + from[0].length) : before;
  const tail = after.slice(0, after.search(DIVIDES) < 0 ? after.length : after.search(DIVIDES));
  const sentence = `${head}${text.slice(start, end)}${tail}`
    .replaceAll("’", "'")
    .replace(IDIOM, "")
    .replace(FIXED, "")
    .replace(ANSWER, "");
  return DENIES.test(sentence) || OTHER_DENIALS.test(sentence);
}
