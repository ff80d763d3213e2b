/** Values in the forms in which people say them and tools receive them. */
import { MONTHS, WEEKDAYS, weekdayOfDate } from "../../numbers/calendar.ts";
import { ENGLISH_NUMBERS } from "../../numbers/number-words.ts";
import { clean, fold } from "../../transcript/fold.ts";

const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/;
const CLOCK = /^(?:.*T)?(\d{1,2}):(\d{2})(?::\d{2})?/;

const squeeze = (text: string) => fold(clean(text)).replace(/[^\p{L}\p{N}@]+/gu, "");
const tokens = (text: string): string[] => fold(clean(text)).match(/\p{L}+|\p{N}+/gu) ?? [];
/** Longer values are documents, not something that is said. */
const LONGEST = 200;

export const isWeekday = (word: string): boolean => WEEKDAYS.includes(word);

/** The number in digits or words. */
export function numberOf(text: string): number | undefined {
  const word = ENGLISH_NUMBERS.get(text.toLowerCase());
  if (word !== undefined) return word;
  const digits = text.replace(/,(?=\d{3}\b)/g, "");
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

const inWords = (words: readonly string[]) => words.flatMap((word) => ENGLISH_NUMBERS.get(word) ?? []);

/**
 * Whether a text contains a value in any form: a date by its day, a time with or without minutes, a number in
 * words.
 */
export function holds(text: string, value: string): boolean {
  const date = ISO_DATE.exec(value);
  const said = tokens(text.replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1"));
  if (date) {
    const weekday = weekdayOfDate(date[0]) ?? "";
    const isDay = said.includes(String(Number(date[3]))) || text.includes(date[0]);
    return (
      said.includes(weekday) ||
      (isDay && (said.includes(MONTHS[Number(date[2]) - 1] ?? "") || /\d[./-]\d/.test(text) || isDay))
    );
  }
  const clock = CLOCK.exec(value);
  if (clock) {
    const hour = Number(clock[1]);
    const hours = [String(hour), String(hour).padStart(2, "0"), String(hour % 12 || 12)];
    const words = inWords(said);
    return (
      hours.some((one) => said.includes(one) || words.includes(Number(one))) ||
      (hour === 12 && /\bnoon\b/i.test(text)) ||
      (hour === 0 && /\bmidnight\b/i.test(text))
    );
  }
  const number = numberOf(value);
  if (number !== undefined && String(number).length <= 6) {
    const numbers = [
      ...(clean(text).match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replace(/,/g, ""))),
      ...inWords(said),
    ];
    return numbers.includes(number) || (value.length > 2 && squeeze(text).includes(squeeze(value)));
  }
  const wanted = squeeze(value);
  return wanted !== "" && squeeze(text).includes(wanted);
}

/** The weekday of a value that is a date, or that names one. */
export function weekdayOf(value: string): string | undefined {
  const date = ISO_DATE.exec(value);
  if (date) return weekdayOfDate(date[0]);
  const said = tokens(value);
  return WEEKDAYS.find((day) => said.includes(day));
}

/** Whether a value cannot be said by chance. */
export const isTelling = (value: string) =>
  /\d{2}|\d[.,:]\d/.test(value) || (/^\p{Lu}/u.test(value) && value.length >= 4 && value.length <= 60);

/** The names and values in an object, including nested objects. */
export function valuesIn(value: unknown, key = "", depth = 0): { key: string; value: string }[] {
  if (depth > 6) return [];
  if (typeof value === "number") return [{ key, value: String(value) }];
  if (typeof value === "string") return value.length > LONGEST ? [] : [{ key, value }];
  if (Array.isArray(value)) return value.slice(0, 200).flatMap((item) => valuesIn(item, key, depth + 1));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value)
    .slice(0, 200)
    .flatMap(([name, item]) => valuesIn(item, name, depth + 1));
}
