/** Numbers in words in English, German, Spanish and French, as people say phone and card numbers. */
import { LANGUAGES_WITH_NUMBERS, numberWords } from "../numbers/number-words.ts";
import { isFiller, isPause } from "./pauses.ts";

const VALUES: ReadonlyMap<string, string> = new Map(
  LANGUAGES_WITH_NUMBERS.flatMap((language) => [...(numberWords(language) ?? [])]),
);

const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3, doppel: 2, doble: 2 };
const WORD = /\p{L}+(?:-\p{L}+)*|\p{Nd}+/gu;
const AND = ["and", "und", "y", "et"];

const isBetween = (text: string) =>
  /^[ ,.\u2010-\u2013-]{1,3}$/.test(text) || isPause(text) || AND.includes(text.trim());

export interface SpokenNumber {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Each word is a single digit. */
  readonly digit_by_digit: boolean;
}

/**
 * Runs of at least five number words with at least seven digits in total, in order. They may include single
 * digits in figures.
 */
export function spokenNumbers(text: string): SpokenNumber[] {
  const numbers: SpokenNumber[] = [];
  let run: { start: number; end: number; parts: string[]; words: number } | undefined;
  let repeat = 0;
  const finish = () => {
    if (run && run.words >= 5) {
      const digits = digitsOf(run.parts);
      const digit_by_digit = run.parts.every((part) => part.length === 1);
      if (digits.length >= 7) numbers.push({ start: run.start, end: run.end, digits, digit_by_digit });
    }
    run = undefined;
    repeat = 0;
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (run && !isBetween(text.slice(run.end, index)) && !isFiller(word)) finish();
    const lower = word.toLowerCase();
    const times = REPEATS[lower];
    const value = digitsOfWord(lower);
    if (times !== undefined) repeat = times;
    else if (value === undefined) {
      if (!run || !(AND.includes(lower) || isFiller(lower))) finish();
      continue;
    }
    run ??= { start: index, end: index, parts: [], words: 0 };
    run.end = index + word.length;
    if (value === undefined) continue;
    if (!/^\d/.test(lower)) run.words += 1;
    run.parts.push(...Array<string>(repeat || 1).fill(value));
    repeat = 0;
  }
  finish();
  return numbers;
}

function digitsOfWord(word: string): string | undefined {
  if (/^\p{Nd}$/u.test(word)) return word;
  const value = VALUES.get(word);
  if (value !== undefined || !word.includes("-")) return value;
  // "forty-two"
  const [tens = "", unit = "", ...more] = word.split("-").map((part) => VALUES.get(part));
  return more.length === 0 && /^[2-9]0$/.test(tens) && /^[1-9]$/.test(unit) ? tens[0] + unit : undefined;
}

/** "forty two" is 42, "forty twelve" is 4012. */
function digitsOf(parts: readonly string[]): string {
  return parts.reduce((digits, part, at) => {
    const before = parts[at - 1] ?? "";
    const joins = /^[2-9]0$/.test(before) && /^[1-9]$/.test(part);
    return joins ? digits.slice(0, -1) + part : digits + part;
  }, "");
}
