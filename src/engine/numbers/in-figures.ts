import { MONTHS, ordinal, WEEKDAYS } from "./calendar.ts";
import type { NumberLexicon } from "./lexicon.ts";
import { isClose, numberAt, type Read, small } from "./number-at.ts";
import type { Word } from "./words.ts";

/** What is left to whoever reads the figures. */
export interface FigureStyle {
  /** "Twenty fifteen" is the year 2015, and not a time. The default is true. */
  readonly years?: boolean;
  /** "One" is always a number, also in "the first one". The default is false. */
  readonly ones?: boolean;
}

/**
 * A text with its numbers in figures: "the fourth of May nineteen eighty-four" becomes "the 4th of May 1984", "ten-forty" "10 40", and
 * "ten oh five" "10 05". English ordinals stay words unless they are beside a month or a day of the week.
 */
export function inFigures(
  text: string,
  words: readonly Word[],
  lexicon: NumberLexicon,
  { years = true, ones = false }: FigureStyle = {},
): string {
  const isGerman = lexicon.code === "de";
  let figures = "";
  let end = 0;
  let before: "number" | "day" | undefined;
  for (let at = 0; at < words.length; ) {
    const day = dayAt(words, at, lexicon);
    const read =
      day ?? (years ? yearAt(words, at, lexicon) : undefined) ?? numberFrom(words, at, lexicon, ones);
    const word = words[at];
    if (!word) break;
    if (!read) {
      before = undefined;
      at += 1;
      continue;
    }
    // "Einundzwanzigster Siebter einundneunzig" is 21.7.91.
    const joins = isGerman && before === "day" && /^\s*$/.test(word.gap);
    const isHyphenated = before !== undefined && /^[\u2010-\u2013-]$/.test(word.gap);
    figures += (joins ? "" : isHyphenated ? " " : text.slice(end, word.start)) + read.value;
    end = words[at + read.words - 1]?.end ?? word.end;
    before = day ? "day" : "number";
    at += read.words;
  }
  return figures + text.slice(end);
}

/** "Twenty first", "einundzwanzigsten". */
function dayAt(words: readonly Word[], at: number, lexicon: NumberLexicon): Read<string> | undefined {
  const first = words[at]?.text ?? "";
  const pair = lexicon.ordinals.get(`${first} ${words[at + 1]?.text ?? ""}`);
  const value = pair ?? lexicon.ordinals.get(first);
  if (value === undefined) return undefined;
  const read = { value: String(value), words: pair === undefined ? 1 : 2 };
  if (lexicon.code === "de") return { ...read, value: `${value}.` };
  if (lexicon.code !== "en") return read;
  return isBesideDate(words, at, at + read.words) ? { ...read, value: ordinal(value) } : undefined;
}

/** "March the fifth", "Thursday the fifth", "the fifth of March". "The first Tuesday" is not the first day. */
function isBesideDate(words: readonly Word[], from: number, end: number): boolean {
  const close = (at: number) => isClose(words[at]?.gap ?? "") || words[at]?.gap.trim() === ",";
  const text = (at: number) => words[at]?.text ?? "";
  const before = text(from - 1) === "the" ? from - 2 : from - 1;
  if (close(from) && (MONTHS.includes(text(before)) || WEEKDAYS.includes(text(before)))) return true;
  const after = text(end) === "of" ? end + 1 : end;
  return close(end) && MONTHS.includes(text(after));
}

/** "Nineteen eighty-four", "twenty twenty-six". */
function yearAt(words: readonly Word[], at: number, lexicon: NumberLexicon): Read<string> | undefined {
  if (lexicon.code !== "en") return undefined;
  const century = small(words, at, lexicon).find(({ value }) => value === 19 || value === 20);
  if (!century || !isClose(words[at + century.words]?.gap ?? "")) return undefined;
  const [rest] = small(words, at + century.words, lexicon);
  if (!rest || rest.value < 10) return undefined;
  return { value: String(century.value * 100 + rest.value), words: century.words + rest.words };
}

/** Words that are more often something else stay. */
const NO_NUMBERS = new Set("a o un une una uno ein eins one".split(" "));

function numberFrom(
  words: readonly Word[],
  at: number,
  lexicon: NumberLexicon,
  ones: boolean,
): Read<string | number> | undefined {
  const text = words[at]?.text ?? "";
  if (lexicon.code === "en" && (text === "oh" || text === "o")) return minutesAt(words, at, lexicon);
  const read = numberAt(words, at, lexicon);
  const isWord = !ones && read?.words === 1 && NO_NUMBERS.has(text) && !isMonthAfter(words, at, lexicon);
  return isWord ? undefined : read;
}

/** "Oh five" in "ten oh five". */
function minutesAt(words: readonly Word[], at: number, { numbers }: NumberLexicon): Read<string> | undefined {
  const [before, oh, next] = [words[at - 1], words[at], words[at + 1]];
  if (!before || !oh || !next || !isClose(oh.gap) || !isClose(next.gap)) return undefined;
  const unit = numbers.get(next.text) ?? 0;
  const isAfterHour = before.text.length > 2 && (numbers.get(before.text) ?? 99) <= 23;
  return unit > 0 && unit < 10 && isAfterHour ? { value: `0${unit}`, words: 2 } : undefined;
}

/** "El uno de julio". */
function isMonthAfter(words: readonly Word[], at: number, { months }: NumberLexicon): boolean {
  const [next, after] = [words[at + 1]?.text ?? "", words[at + 2]?.text ?? ""];
  return months.has(next) || (next === "de" && months.has(after));
}
