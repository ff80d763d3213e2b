/** The day and the hour that a goal names: "Book a table for tomorrow at 7 pm". Only in English. */
import { dayAndMonth, minutesOfDay } from "../../caller/dates.ts";
import { languageOf } from "../../caller/language.ts";
import { findValues } from "../../caller/values.ts";
import { clean, fold } from "../../transcript/fold.ts";

const DAY_MS = 86_400_000;
const LONGEST_GOAL = 1_000;
const NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Days after today. Of two days, the second is the later one: "from Tuesday to Friday". */
export function dayInGoal(goal: string, today: string, isLater: boolean, earliest = 1): number | undefined {
  const found = valuesIn(goal, "date").flatMap((text) => offsetOf(text, today, earliest) ?? []);
  const [first, second] = found;
  if (!isLater || first === undefined) return isLater ? undefined : first;
  if (second === undefined) return undefined;
  return second <= first ? second + 7 : second;
}

/** `19:00` */
export function hourInGoal(goal: string): string | undefined {
  const [time] = valuesIn(goal, "time");
  const minutes = time === undefined ? undefined : minutesOfDay(time);
  if (minutes === undefined) return undefined;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The dates or the times in a goal, folded. */
export const valuesIn = (goal: string, wanted: "date" | "time"): string[] =>
  findValues(clean(goal.slice(0, LONGEST_GOAL)), languageOf("en")).flatMap(({ kind, text }) =>
    kind === wanted ? [fold(text)] : [],
  );

function offsetOf(text: string, today: string, earliest: number): number | undefined {
  const start = new Date(today);
  if (/\btoday\b|\btonight\b/.test(text)) return 0;
  if (/\btomorrow\b/.test(text)) return /\bafter\b/.test(text) ? 2 : 1;
  const weekday = NAMES.findIndex((name) => text.includes(name));
  if (weekday >= 0) {
    const ahead = (weekday - start.getUTCDay() + 7) % 7;
    return ahead < Math.max(1, earliest) ? ahead + 7 * Math.ceil((Math.max(1, earliest) - ahead) / 7) : ahead;
  }
  const named = dayAndMonth(text, languageOf("en").dates);
  if (!named) return undefined;
  const year = Number(/\d{4}/.exec(text)?.[0] ?? start.getUTCFullYear());
  const date = Date.UTC(year, named.month - 1, named.day);
  const offset = Math.round((date - start.getTime()) / DAY_MS);
  const isNextYear = offset < 0 && !/\d{4}/.test(text);
  return isNextYear
    ? Math.round((Date.UTC(year + 1, named.month - 1, named.day) - start.getTime()) / DAY_MS)
    : offset;
}
