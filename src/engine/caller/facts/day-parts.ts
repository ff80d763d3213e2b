/** Parts of the day: "Tuesday morning" takes any time of a morning. Only in English. */
import { fold, mentions } from "../../transcript/fold.ts";
import type { Language } from "../language.ts";
import { HALF_DAY, minutesOfDay } from "./dates.ts";
import { findValues } from "./values.ts";

const PARTS: readonly { name: string; from: number; to: number }[] = [
  { name: "morning", from: 5 * 60, to: 12 * 60 },
  { name: "afternoon", from: 12 * 60, to: 18 * 60 },
  { name: "evening", from: 17 * 60, to: 24 * 60 },
];
const GREETING = /\bgood (?:morning|afternoon|evening)\b/g;

/** A text without greetings: "Good morning" names no part of the day. */
export const withoutGreeting = (folded: string): string => folded.replace(GREETING, "");

/** What a text says instead of the part of the day in a value. Undefined if it has none, or says that part. */
export function otherPartIn(text: string, value: string, language: Language): string | undefined {
  const part = partOf(value, language);
  if (!part || findValues(value, language).some(({ kind }) => kind === "time")) return undefined;
  const folded = withoutGreeting(fold(text));
  if (folded.includes(part.name)) return undefined;
  const times = timesIn(text, language);
  if (times.some((time) => isWithin(time, part))) return undefined;
  return times[0] ?? PARTS.find(({ name }) => mentions(folded, [name]))?.name;
}

/** Whether a text has a time in the part of the day that a value names. */
export function saysPartOf(text: string, value: string, language: Language): boolean {
  const part = partOf(value, language);
  return part !== undefined && timesIn(text, language).some((time) => isWithin(time, part));
}

/** Whether a text has a time in the only part of the day that a wish names, and the wish names no time itself. */
export function saysOnlyPartOf(text: string, wish: string, language: Language): boolean {
  const folded = withoutGreeting(fold(wish));
  const named = PARTS.filter(({ name }) => mentions(folded, [name]));
  return named.length === 1 && timesIn(wish, language).length === 0 && saysPartOf(text, wish, language);
}

const partOf = (value: string, { code }: Language) =>
  code === "en" ? PARTS.find(({ name }) => mentions(fold(value), [name, `${name}s`])) : undefined;

const timesIn = (text: string, language: Language): string[] =>
  findValues(text, language).flatMap(({ kind, text: said }) => (kind === "time" ? [said] : []));

function isWithin(time: string, { from, to }: (typeof PARTS)[number]): boolean {
  const minutes = minutesOfDay(time);
  if (minutes === undefined) return false;
  const isExact = /[ap]\.?m/.test(fold(time)) || minutes >= HALF_DAY + 60;
  // "2:30" is in the afternoon as well.
  return [minutes, ...(isExact ? [] : [minutes + HALF_DAY])].some((one) => one >= from && one < to);
}
