/** Whether a text says a value wholly, in the words that people use for it. */
import { type FigureStyle, inFigures } from "../../numbers/in-figures.ts";
import { NUMBER_LEXICONS } from "../../numbers/lexicon.ts";
import { wordsOf } from "../../numbers/words.ts";
import { clean, fold } from "../../transcript/fold.ts";
import { saysDay } from "./said-dates.ts";
import { saysTime, withoutPronouns } from "./said-times.ts";
import { numberOf } from "./spoken-values.ts";

const DATE = /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d{1,9})?)?(Z)?(?:[+-]\d\d:?\d\d)?)?\s*$/;
const TIME = /^\s*(\d{1,2}):(\d\d)(?::\d\d)?\s?([ap]\.?m\.?)?\s*$/i;
const FIGURES = /\d+(?:[ .,'’\u00a0\u202f/-]\d+)*/g;
/** What cannot be part of a shorter word by chance. */
const LONG_WORD = 6;
const LONGEST_ENDING = 2;

/** @param text what somebody says @param value what a tool was given, or returned */
export function says(text: string, value: string): boolean {
  const [, date, hour, minute, utc] = DATE.exec(value) ?? [];
  const said = englishFigures(text);
  if (date !== undefined) {
    if (!saysDay(said, date)) return false;
    // Nobody says midnight for a day, nor a time as another time zone has it.
    const isDay = hour === undefined || utc !== undefined || (hour === "00" && minute === "00");
    return isDay || saysClock(text, Number(hour), Number(minute));
  }
  const [, h = "", m = "", half] = TIME.exec(value) ?? [];
  if (h !== "") return saysClock(text, hourOf(Number(h), half), Number(m));
  const number = numberOf(value);
  if (number !== undefined && String(number).length <= 6 && saysNumber(said, number)) return true;
  // "12,50" of 12.5.
  const inCents = number !== undefined && /\.\d$/.test(value) && saysWords(said, `${value}0`);
  return inCents || saysWords(said, value) || saysWords(text, value);
}

const saysClock = (text: string, hour: number, minute: number) =>
  saysTime(englishFigures(withoutPronouns(text), { years: false }), hour, minute);

const ENGLISH = NUMBER_LEXICONS.get("en");

function englishFigures(text: string, style?: FigureStyle): string {
  const said = clean(text);
  return ENGLISH
    ? inFigures(said, wordsOf(said, Number.POSITIVE_INFINITY), ENGLISH, { ones: true, ...style })
    : said;
}

const hourOf = (hour: number, half: string | undefined) =>
  half === undefined ? hour : (hour % 12) + (/^p/i.test(half) ? 12 : 0);

function saysNumber(text: string, number: number): boolean {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).some((one) => Number(one.replace(/,/g, "")) === number);
}

/** Whether the letters and digits of a value are in a text, whatever is between them, and not as part of another word or number. */
function saysWords(text: string, value: string): boolean {
  const wanted = squeezed(value);
  if (wanted.text === "") return false;
  const { text: all, begins } = squeezed(text);
  for (let at = all.indexOf(wanted.text); at >= 0; at = all.indexOf(wanted.text, at + 1)) {
    const end = at + wanted.text.length;
    if (begins.has(at) && endsWell(all, end, begins, wanted.text)) return true;
    // In a compound of other languages, and in scripts without spaces, a word stands within a longer one.
    if (!/^[\p{sc=Latin}\p{N}@]+$/u.test(wanted.text)) return true;
    if (wanted.text.length >= LONG_WORD && !/\d/.test(wanted.text)) return true;
  }
  return false;
}

/** "Vaccinations" has the word of "vaccination". */
function endsWell(all: string, end: number, begins: ReadonlySet<number>, wanted: string): boolean {
  if (end === all.length || begins.has(end)) return true;
  if (/\d$/.test(wanted) || wanted.length < 3) return false;
  for (let at = end + 1; at <= end + LONGEST_ENDING; at += 1)
    if (at === all.length || begins.has(at)) return true;
  return false;
}

/** The letters and digits of a text, and the places at which a word or a number begins. "1,180" and "1 180" begin once. */
function squeezed(text: string): { text: string; begins: ReadonlySet<number> } {
  const folded = fold(text);
  const joined = decimalsOf(folded);
  const begins = new Set<number>();
  let squeezed = "";
  for (const { 0: token, index } of folded.matchAll(/\p{L}[\p{L}\p{M}]*|\p{N}+|@/gu)) {
    if (!joined.has(index)) begins.add(squeezed.length);
    squeezed += token;
  }
  return { text: squeezed, begins };
}

/** Where the decimals and thousands of a number begin: no number of its own begins there. */
function decimalsOf(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { 0: figures, index } of text.matchAll(FIGURES))
    for (const { 0: part, index: at } of figures.matchAll(/[.,](?!0{1,2}(?!\d))\d+/g))
      if (part.length <= 4) found.add(index + at + 1);
  return found;
}
