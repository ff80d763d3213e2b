/** Days and hours that a record has in figures: how the caller says them, and how it recognizes them. */
import type { LanguageCode } from "../../../contract/values.ts";
import { MONTH_NAMES, ordinal, WEEKDAY_NAMES, WEEKDAYS, weekdayOfDate } from "../../numbers/calendar.ts";
import { fold, mentions } from "../../transcript/fold.ts";
import type { Language } from "../language.ts";
import { dayAndMonth } from "./dates.ts";
import { findValues } from "./values.ts";

/** `date` as in ISO 8601, `time` in hours and minutes. At least one of them. */
export interface Moment {
  readonly date?: string;
  readonly time?: string;
}

const EXACT =
  /^(?:(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|(\d{2}:\d{2})(?::\d{2})?)$/;
const WITH_YEAR = /\b(?:birth|born|dob|expir\w*|issued?|valid)\b/;
/** "The 10th": a day of a month that goes without saying. */
const ORDINAL = /(?<![\d.,/-])(\d{1,2})(?:st|nd|rd|th)(?![\p{L}\d])/gu;
const IN_FIGURES = /^(\d{1,2})[/.](\d{1,2})(?:[/.](?:\d{4}|\d{2}))?\.?$/;

/** The moment that a value of a record is. Undefined if it is not one, or not in the form of ISO 8601. */
export function momentOf(value: string): Moment | undefined {
  const [, date, withDate, alone] = EXACT.exec(value.trim()) ?? [];
  const time = withDate ?? alone;
  if (date !== undefined && Number.isNaN(Date.parse(date))) return undefined;
  if (date === undefined && time === undefined) return undefined;
  return { ...(date !== undefined && { date }), ...(time !== undefined && { time }) };
}

/** "Tuesday the 3rd of December". With the year, and without the day of the week, for a date of birth. */
export function spokenDate(date: string, label: string, { code }: Language): string {
  const withYear = WITH_YEAR.test(label);
  const day = new Date(`${date}T00:00:00Z`);
  if (code !== "en") {
    const year = withYear ? ({ year: "numeric" } as const) : ({ weekday: "long" } as const);
    return new Intl.DateTimeFormat(LOCALES[code] ?? code, {
      ...year,
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    }).format(day);
  }
  const named = `the ${ordinal(day.getUTCDate())} of ${MONTH_NAMES[day.getUTCMonth()] ?? ""}`;
  if (withYear) return `${named} ${day.getUTCFullYear()}`;
  return `${WEEKDAY_NAMES[day.getUTCDay()] ?? ""} ${named}`;
}

const LOCALES: Readonly<Partial<Record<LanguageCode, string>>> = { yue: "zh-HK" };

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** "January 2027" of the value `2027-01`. Undefined if the value is not a month. */
export function spokenMonth(value: string, { code }: Language): string | undefined {
  if (!MONTH.test(value.trim())) return undefined;
  const day = new Date(`${value.trim()}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(LOCALES[code] ?? code, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(day);
}

/** Whether a text says the month that a value is, with its year or without one. Undefined if the value is not a month. */
export function saysMonth(text: string, value: string, { code, dates }: Language): boolean | undefined {
  const [, year = "", month = ""] = MONTH.exec(value.trim()) ?? [];
  const names = dates.months[Number(month) - 1]?.split("/");
  if (!names) return undefined;
  const folded = fold(text);
  if (folded.includes(`${year}-${month}`)) return true;
  const years: readonly string[] = folded.match(/(?<!\d)20\d\d(?!\d)/g) ?? [];
  // "You may" names no month.
  if (code === "en" && month === "05" && !text.includes("May")) return false;
  return mentions(folded, names) && (years.length === 0 || years.includes(year));
}

/** "3:30 pm". Other languages count to 24. */
export function spokenTime(time: string, { code }: Language): string {
  if (code !== "en") return time.replace(/^0(?=\d)/, "");
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? "am" : "pm"}`;
}

/** The date in the form that a question asks for: "in the format YYYY-MM-DD". */
export function dateInForm(date: string, question: string): string | undefined {
  const form = /\b(?:YYYY|DD?|MM?)([-/.])(?:DD?|MM?)\1(?:YYYY|YY|DD?)\b/i.exec(question.slice(0, 2_000))?.[0];
  if (form === undefined) return /\b(?:iso (?:date|form)|iso 8601)\b/i.test(question) ? date : undefined;
  const [year = "", month = "", day = ""] = date.split("-");
  return form
    .replace(/YYYY/i, year)
    .replace(/YY/i, year.slice(2))
    .replace(/MM?/i, month)
    .replace(/DD?/i, day);
}

/** What a text says instead of a date. Undefined if it says the date, or nothing that certainly is another. */
export function otherDateIn(text: string, date: string, language: Language): string | undefined {
  return datesIn(text, language).every(({ is }) => is(date) === false)
    ? datesIn(text, language)[0]?.text
    : undefined;
}

/** Whether a text says a date, in any form. */
export const saysDate = (text: string, date: string, language: Language): boolean =>
  datesIn(text, language).some(({ is }) => is(date) === true);

export interface SaidDate {
  readonly text: string;
  /** Undefined if that is not certain: "tomorrow". */
  readonly is: (date: string) => boolean | undefined;
}

/** The dates in a text. A day of the week counts only if no date is given, because it goes with one. */
export function datesIn(text: string, language: Language): SaidDate[] {
  const all = findValues(text, language).filter(({ kind }) => kind === "date");
  const exact = all.flatMap(({ text: said }): SaidDate[] => {
    const is = comparison(said, language);
    return is ? [{ text: said, is }] : [];
  });
  const within = new Set(
    all.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, step) => start + step)),
  );
  const days = [...text.matchAll(ORDINAL)].filter(({ index }) => !within.has(index));
  const numbered =
    language.code === "en"
      ? days.map(
          ([said, day]): SaidDate => ({ text: said, is: (date) => Number(day) === Number(date.slice(8)) }),
        )
      : [];
  const named = [...exact, ...numbered];
  if (named.length > 0) return named;
  return all.map(({ text: said }) => ({ text: said, is: (date) => isWeekdayOf(said, date, language) }));
}

function comparison(said: string, { dates }: Language): SaidDate["is"] | undefined {
  const named = dayAndMonth(said, dates);
  if (named) return (date) => sameDay(date, named.day, named.month);
  const [, first, second] = IN_FIGURES.exec(said.trim()) ?? [];
  if (first === undefined || second === undefined) return undefined;
  // "03/12" is in March or in December.
  return (date) =>
    sameDay(date, Number(first), Number(second)) || sameDay(date, Number(second), Number(first));
}

const sameDay = (date: string, day: number, month: number) =>
  Number(date.slice(5, 7)) === month && Number(date.slice(8)) === day;

function isWeekdayOf(said: string, date: string, { code }: Language): boolean | undefined {
  if (code !== "en") return undefined;
  const day = WEEKDAYS.find((name) => fold(said).includes(name));
  return day === undefined ? undefined : day === weekdayOfDate(date);
}
