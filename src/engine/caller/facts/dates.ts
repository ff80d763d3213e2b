import { numberOf } from "../../rules-language/text/spoken-values.ts";
import { fold } from "../../transcript/fold.ts";
import type { DateWords } from "../language.ts";

const WORD_START = "(?<![\\p{L}\\p{M}\\p{N}])";
const WORD_END = "(?![\\p{L}\\p{M}\\p{N}])";
const DAY = "\\d{1,2}(?:st|nd|rd|th|er|º|ª|\\.)?";
const YEAR = "(?:,? (?:(?:de|del|năm) )?\\d{4})?";

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const spellings = (months: readonly string[]) => months.flatMap((month) => month.split("/"));
const alternatives = (all: readonly string[]) =>
  [...all]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");

/** Patterns of dates in folded text: in figures, with the month's name, and days like "next Tuesday". */
export function datePatterns({ months, days, modifiers }: DateWords): RegExp[] {
  const month = `(?:${alternatives(spellings(months))})`;
  // In scripts without spaces and languages with suffixes, words have no boundary to look for.
  const edge = (word: string, mark: string) => (/^[\p{sc=Latin}\p{sc=Cyrillic}]/u.test(word) ? mark : "");
  const first = days[0] ?? "";
  const modified = modifiers.length > 0 ? `(?:(?:${alternatives(modifiers)})\\s?)?` : "";
  return [
    /(?<!\d)\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)/gu,
    /(?<!\d)(?:\d{2,4}年)?\d{1,2}月\d{1,2}[日号號]?/gu,
    /(?:ngày )?(?<!\d)\d{1,2} tháng \d{1,2}(?: năm \d{4})?(?!\d)/gu,
    /(?<![\d.,/])\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})(?!\d)|(?<![\d.,/])\d{1,2}\/\d{1,2}(?![\d/])|(?<![\d.,])(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?!\d)/gu,
    new RegExp(`${WORD_START}${DAY} ?(?:of |de |di |do )?${month}${YEAR}${edge(first, WORD_END)}`, "gu"),
    new RegExp(`${edge(first, WORD_START)}${month} ${DAY}${YEAR}${WORD_END}`, "gu"),
    new RegExp(
      `${edge(first, WORD_START)}${modified}(?:${alternatives(days)})${edge(first, WORD_END)}`,
      "gu",
    ),
  ];
}

/**
 * The day and month of a date. Undefined if they are ambiguous ("03/05" is in May or in March) or not in it
 * ("tomorrow").
 */
export function dayAndMonth(date: string, { months }: DateWords): { day: number; month: number } | undefined {
  const folded = fold(date);
  const figures =
    /^\d{4}[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/.exec(folded) ??
    /(?<month>\d{1,2})月(?<day>\d{1,2})/.exec(folded) ??
    /(?<day>\d{1,2}) tháng (?<month>\d{1,2})/.exec(folded) ??
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\./.exec(folded);
  if (figures?.groups) return { day: Number(figures.groups["day"]), month: Number(figures.groups["month"]) };
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(folded)?.[0];
  const month = months.findIndex((names) => names.split("/").some((name) => folded.includes(name)));
  return day === undefined || month < 0 ? undefined : { day: Number(day), month: month + 1 };
}

/** Texts that are longer are not what somebody says in one go. */
const LONGEST = 20_000;
const SPOKEN =
  /\b(half past|quarter past|quarter to) (\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!:)/gi;
export const HALF_DAY = 12 * 60;

/** The times that a text says in English words, "half past two", in minutes, without the half of the day. */
export const spokenTimes = (text: string): number[] =>
  [...text.slice(0, LONGEST).matchAll(SPOKEN)].map(([, shift = "", said = ""]) => {
    const minutes = /half/i.test(shift) ? 30 : /past/i.test(shift) ? 15 : -15;
    return ((numberOf(said) ?? 0) * 60 + minutes + HALF_DAY) % HALF_DAY;
  });

/**
 * A time in minutes since midnight, or undefined if it has no hour. Without "pm", the hour is taken as it is
 * written.
 */
export function minutesOfDay(time: string): number | undefined {
  const match = /(\d{1,2})(?:[:h時时點点](\d{2}))?/.exec(fold(time));
  if (!match?.[1]) return undefined;
  const hour = Number(match[1]) % 24;
  const afternoon = /p\.?m/.test(fold(time)) && hour < 12 ? 12 : 0;
  const midnight = /a\.?m/.test(fold(time)) && hour === 12 ? -12 : 0;
  return (hour + afternoon + midnight) * 60 + Number(match[2] ?? 0);
}
