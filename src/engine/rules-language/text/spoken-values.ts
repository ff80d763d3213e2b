/** Values in the forms in which people say them and tools receive them. */
import { clean, fold } from "../../transcript/fold.ts";

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const DAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/;
const CLOCK = /^(?:.*T)?(\d{1,2}):(\d{2})(?::\d{2})?/;

const squeeze = (text: string) => fold(clean(text)).replace(/[^\p{L}\p{N}@]+/gu, "");
const tokens = (text: string): string[] => fold(clean(text)).match(/\p{L}+|\p{N}+/gu) ?? [];
const NUMBERS = /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/g;
const NUMBER_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** Longer values are documents, not something that is said. */
const LONGEST = 200;

export const isWeekday = (word: string): boolean => DAYS.includes(word);

/** The number in digits or words. */
export function numberOf(text: string): number | undefined {
  const place = NUMBER_WORDS.indexOf(text.toLowerCase());
  if (place >= 0) return place;
  const tens = TENS.indexOf(text.toLowerCase());
  if (tens >= 0) return (tens + 2) * 10;
  const digits = text.replace(/,(?=\d{3}\b)/g, "");
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

/**
 * Whether a text contains a value in any form: a date by its day, a time with or without minutes, a number in
 * words.
 */
export function holds(text: string, value: string): boolean {
  const date = ISO_DATE.exec(value);
  const said = tokens(text.replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1"));
  if (date) {
    const weekday = DAYS[new Date(`${date[0]}T12:00:00Z`).getUTCDay()] ?? "";
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
    const inWords = (fold(text).match(NUMBERS) ?? []).map((word) => String(numberOf(word)));
    return (
      hours.some((one) => said.includes(one) || inWords.includes(one)) ||
      (hour === 12 && /\bnoon\b/i.test(text)) ||
      (hour === 0 && /\bmidnight\b/i.test(text))
    );
  }
  const number = numberOf(value);
  if (number !== undefined && String(number).length <= 6) {
    const numbers = [
      ...(clean(text).match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replace(/,/g, ""))),
      ...(fold(text).match(NUMBERS) ?? []).map((word) => numberOf(word) ?? -1),
    ];
    return numbers.includes(number) || (value.length > 2 && squeeze(text).includes(squeeze(value)));
  }
  const wanted = squeeze(value);
  return wanted !== "" && squeeze(text).includes(wanted);
}

/** The weekday of a value that is a date, or that names one. */
export function weekdayOf(value: string): string | undefined {
  const date = ISO_DATE.exec(value);
  if (date) return DAYS[new Date(`${date[0]}T12:00:00Z`).getUTCDay()];
  return DAYS.find((day) => tokens(value).includes(day));
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
