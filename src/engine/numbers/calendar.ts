/** The English names of months and of days of the week. */
import texts from "texts:languages";
import { capitalized } from "../words/capitalized.ts";

const { months, days } = texts.en.dates;

/** In small letters, from January. */
export const MONTHS: readonly string[] = months.map((names) => names.split("/")[0] ?? names);
/** In small letters, from Sunday, as `Date` counts them. */
export const WEEKDAYS: readonly string[] = [...days.slice(6, 7), ...days.slice(0, 6)];

export const MONTH_NAMES = MONTHS.map(capitalized);
export const WEEKDAY_NAMES = WEEKDAYS.map(capitalized);

/** The letters that tell a month in every form: "Mar", "March". */
export const MONTH_LETTERS = MONTHS.map((name) => name.slice(0, 3));
/** The letters that tell a day of the week in every form, from Sunday: "Tue", "Tuesday". */
export const WEEKDAY_LETTERS = WEEKDAYS.map((name) => name.slice(0, 3));

/** The number of the month that a text begins with, from 1. 0 if it begins with something else. */
export const monthOf = (text: string): number => MONTH_LETTERS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** The day of the week of a date, `2026-03-05`. Undefined if the calendar does not have it. */
export const weekdayOfDate = (date: string): string | undefined =>
  WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];

/** A day of the week, or a month, as it is written. */
export const CALENDAR = new RegExp(`\\b(?:${[...WEEKDAY_NAMES, ...MONTH_NAMES].join("|")})\\b`);

/** A day of a month: "21st". */
export function ordinal(day: number): string {
  const ends = day % 100 > 10 && day % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ends}`;
}
