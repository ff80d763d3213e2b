import { dayAndMonth } from "../../caller/facts/dates.ts";
import { datesIn, momentOf } from "../../caller/facts/moments.ts";
import type { Lexicon } from "../lexicon.ts";
import type { Sentence } from "../sentence.ts";
import type { Found, Reader } from "./reader.ts";

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/;

/** A date, by its day and month, and by its year where both have one. */
export function dateReader(value: string, lexicon: Lexicon, isOfBirth: boolean): Reader | undefined {
  const { language } = lexicon;
  const date = dateOf(value, lexicon);
  if (date === undefined) return undefined;
  const [year = "", month, day] = date.split("-");
  const isYear = (text: string) => {
    const said = YEAR.exec(text)?.[0];
    return said === undefined || year === "0000" || said === year;
  };
  const isAlike = (text: string) => {
    const other = dayAndMonth(text, language.dates);
    return other !== undefined && (other.day === Number(day) || other.month === Number(month));
  };
  const found = (sentence: Sentence): Found[] => {
    const figures = sentence.figures();
    const all = sentence.dates();
    const same = all.find(({ text, is }) => is(date) === true && isYear(yearAfter(figures, text)));
    if (same) return [{ is: "same", heard: same.text }];
    return all.flatMap(({ text, is }): Found[] =>
      isAlike(text) || (is(date) === true && /\d{4}/.test(text)) ? [{ is: "alike", heard: text }] : [],
    );
  };
  return {
    kind: "date",
    find: found,
    isSame: (sentence) => {
      const other = dateOf(sentence.text, lexicon);
      if (other !== undefined) return other.slice(5) === date.slice(5) && isYear(other.slice(0, 4));
      return found(sentence)[0]?.is === "same";
    },
    isAlike: (sentence) => {
      const other = dateOf(sentence.text, lexicon);
      const [otherYear, otherMonth, otherDay] = other?.split("-") ?? [];
      return [otherYear === year, otherMonth === month, otherDay === day].filter(Boolean).length >= 2;
    },
    negotiable: !isOfBirth,
    short: false,
  };
}

/** A date with the year that comes after it. */
function yearAfter(text: string, date: string): string {
  const start = text.indexOf(date);
  return text.slice(start, start + date.length + 8);
}

/** A value that is nothing but a date, in the form of ISO 8601; the year is 0000 if it has none. */
export function dateOf(value: string, { language }: Lexicon): string | undefined {
  if (value.length > 40) return undefined;
  const exact = momentOf(value)?.date;
  if (exact !== undefined) return exact;
  const [only, ...others] = datesIn(value, language);
  if (!only || others.length > 0 || only.text.length < value.trim().length - 6) return undefined;
  const day = dayAndMonth(only.text, language.dates);
  if (!day) return undefined;
  const two = (number: number) => String(number).padStart(2, "0");
  return `${YEAR.exec(only.text)?.[0] ?? "0000"}-${two(day.month)}-${two(day.day)}`;
}
