/** Days as people say them, in the languages of digital humans. */
import texts from "texts:languages";
import { clean, fold } from "../../transcript/fold.ts";
import { matchesOf } from "../../transcript/matches-of.ts";
import { weekdayOf } from "./spoken-values.ts";

/** What a text says of a day, and where. Without a month, it is one that goes without saying. */
export interface SaidDay {
  readonly day: number;
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  /** The day if the other figure is the month. */
  readonly or?: number | undefined;
  /** Whether nothing else can be meant: not "the 2nd floor". */
  readonly isSure: boolean;
  readonly start: number;
  readonly end: number;
}

const MONTHS = new Map<string, number>(
  Object.values(texts).flatMap(({ dates }) =>
    dates.months.flatMap((names, place) =>
      names.split("/").map((name): [string, number] => [fold(name), place + 1]),
    ),
  ),
);

const ISO = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/gu;
const DAY_MONTH =
  /(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|er|[.ºª])?,?\s?(?:of\s|de\s|do\s)?(?:the\s)?(\p{L}[\p{L}\p{M}]{2,12})(?:\.?,?\s(?:de\s)?((?:19|20)\d\d)(?!\d))?/gu;
const MONTH_DAY =
  /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}]{2,12})\.?\s(?:the\s)?(\d{1,2})(?:st|nd|rd|th)?(?![\d\p{L}]|[:.]\d)(?:,?\s((?:19|20)\d\d)(?!\d))?/gu;
const FIGURES =
  /(?<![\d.,/])(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}|\d\d))?|\.(\d{1,2})\.(\d{4}|\d\d)?)(?![\d/])/gu;
const CHINESE = /(?<!\d)(\d{1,2})月(\d{1,2})[日号號]?/gu;
const VIETNAMESE = /(?<!\d)(\d{1,2}) tháng (\d{1,2})(?!\d)/gu;
const ORDINAL = /(?<![\d.,:/])(\d{1,2})(?:st|nd|rd|th)(?![\p{L}\d])/gu;
const WEEKDAY_BEFORE = /(?:sun|mon|tues|wednes|thurs|fri|satur)day,?\s(?:the\s)?$/u;

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const yearOf = (text: string | undefined) =>
  text === undefined ? undefined : text.length === 2 ? 2000 + Number(text) : Number(text);

/** The days that a text names by their number. It has English numbers in figures. */
export function saidDays(text: string): SaidDay[] {
  const cleaned = clean(text);
  const folded = fold(cleaned);
  const found: SaidDay[] = [];
  const taken = new Uint8Array(folded.length);
  const add = (
    match: RegExpExecArray,
    said: Pick<SaidDay, "day" | "month" | "year" | "or"> & { isSure?: boolean },
  ) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (taken.subarray(start, end).includes(1) || said.day < 1 || said.day > 31) return;
    taken.fill(1, start, end);
    found.push({ isSure: true, ...said, start, end });
  };
  /** "You may": no month. */
  const monthOf = (name: string | undefined, match: RegExpExecArray): number | undefined => {
    const month = MONTHS.get(name ?? "");
    const place = match.index + match[0].indexOf(name ?? "");
    return month === undefined || (name === "may" && cleaned.charAt(place) === "m") ? undefined : month;
  };
  for (const match of matchesOf(ISO, folded))
    add(match, { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) });
  for (const match of matchesOf(DAY_MONTH, folded)) {
    const month = monthOf(match[2], match);
    if (month !== undefined) add(match, { day: Number(match[1]), month, year: number(match[3]) });
  }
  for (const match of matchesOf(MONTH_DAY, folded)) {
    const month = monthOf(match[1], match);
    if (month !== undefined) add(match, { day: Number(match[2]), month, year: number(match[3]) });
  }
  for (const match of matchesOf(FIGURES, folded)) {
    const [first, second] = [Number(match[1]), Number(match[2] ?? match[4])];
    const year = yearOf(match[3] ?? match[5]);
    const isSlash = match[2] !== undefined;
    // "03/05" is in May or in March.
    const either = isSlash && first <= 12 && second <= 31 && first !== second;
    if (second <= 12) add(match, { day: first, month: second, year, ...(either && { or: second }) });
    else if (either) add(match, { day: second, month: first, year });
  }
  for (const match of matchesOf(CHINESE, folded))
    add(match, { month: Number(match[1]), day: Number(match[2]) });
  for (const match of matchesOf(VIETNAMESE, folded))
    add(match, { month: Number(match[2]), day: Number(match[1]) });
  for (const match of matchesOf(ORDINAL, folded)) {
    const isSure = WEEKDAY_BEFORE.test(folded.slice(Math.max(0, match.index - 16), match.index));
    add(match, { day: Number(match[1]), isSure });
  }
  return found;
}

/**
 * Whether a text says the day of an ISO date: by its number and month, by its number alone ("the 5th"), or by the day of the week
 * if it names no other day.
 */
export function saysDay(text: string, date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const days = saidDays(text);
  const is = ({ day: said, month: named, or, year: of }: SaidDay) =>
    ((said === day && (named === undefined || named === month)) || (or === day && said === month)) &&
    (of === undefined || of === year);
  if (days.some(is)) return true;
  const weekday = weekdayOf(date);
  return (
    !days.some(({ isSure }) => isSure) &&
    [...fold(text).matchAll(/\p{L}+/gu)].some(([word]) => word === weekday)
  );
}
