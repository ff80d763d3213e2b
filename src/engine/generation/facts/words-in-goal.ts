/** The words of a goal, their stems, and the numbers among them. */
import { numberOf } from "../../rules-language/text/spoken-values.ts";
import { fold } from "../../transcript/fold.ts";
import { stemOf } from "../../words/english.ts";

const LONGEST_GOAL = 1_000;
const MOST_WORDS = 200;

/** The words of a text, in small letters. "Men's" is a word. */
export const wordsIn = (text: string): string[] =>
  fold(text.slice(0, LONGEST_GOAL))
    .replaceAll("_", " ")
    .match(/[\p{L}\p{N}']+/gu)
    ?.slice(0, MOST_WORDS) ?? [];

export const stemsIn = (text: string): string[] => wordsIn(text).map(stemOf);

export const includesRun = (
  all: readonly string[],
  run: readonly string[],
  is = (word: string, stem: string) => word === stem,
): boolean => all.some((_, at) => run.every((stem, step) => is(all[at + step] ?? "", stem)));

const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000 };

/** The numbers among words, in figures or in words of up to thousands, and where each begins and ends. */
export function numbersIn(words: readonly string[]): { number: number; at: number; end: number }[] {
  const found: { number: number; at: number; end: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    const one = numberFrom(words, at);
    if (!one) continue;
    found.push({ ...one, at });
    at = one.end - 1;
  }
  return found;
}

/** The number that begins at a word: "two thousand three hundred and fifty". */
function numberFrom(words: readonly string[], at: number): { number: number; end: number } | undefined {
  const isOne = /^an?$/.test(words[at] ?? "") && (words[at + 1] ?? "") in SCALES;
  const first = isOne ? 1 : numberOf(words[at] ?? "");
  if (first === undefined) return undefined;
  let [thousands, rest, end] = [0, first, at + 1];
  for (; end < words.length; end++) {
    const word = words[end] ?? "";
    const scale = SCALES[word];
    // Figures that follow are a number of their own.
    const next = /^\d/.test(word) ? undefined : numberOf(word);
    if (scale === 1000) [thousands, rest] = [thousands + rest * scale, 0];
    else if (scale !== undefined) rest *= scale;
    else if (next !== undefined && (fits(next, rest) || (rest === 0 && thousands > 0))) rest += next;
    else if (word !== "and" || rest % 100 !== 0 || numberOf(words[end + 1] ?? "") === undefined) break;
  }
  return { number: thousands + rest, end };
}

/** Whether a number may follow: "five" after "twenty", "fifty" after "three hundred". */
const fits = (next: number, before: number): boolean =>
  before > 0 && ((before % 100 === 0 && next < 100) || (before >= 20 && before % 10 === 0 && next < 10));
