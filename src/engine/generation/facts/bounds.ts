/** How far ahead a day may be, and on which days of the week, as texts say. */
import { numberOf } from "../../caller/facts/rivals.ts";
import { WEEKDAY_LETTERS } from "../../numbers/calendar.ts";
import { lastDayIn } from "./last-day.ts";

/** Days after today, the earliest and the latest, and the days of the week on which somebody is there. */
export interface Bounds {
  earliest?: number;
  latest?: number;
  /** 0 is Sunday. Absent if the text names none that is closed. */
  closed?: readonly number[];
}

const SENTENCES = 2_000;
const LONGEST_SENTENCE = 300;
const COUNT = "(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const UNIT = "(hour|day|night|week|month|year)s?(?:'|’)?";
const AHEAD =
  "(?:ahead|in advance|from (?:now|today)|into the future|in the future|out|away|of (?:notice|today)|notice|beforehand|later)";
const LATEST = new RegExp(
  `\\b(?:at most|up to|no more than|not more than|no later than|maximum(?: of)?|max\\.?|within(?: the next)?|(?:in )?the next|as far as|only)\\s{1,2}${COUNT}\\s{1,2}${UNIT}(?:\\s{1,2}${AHEAD})?`,
  "i",
);
const LATEST_AFTER = new RegExp(
  `\\b${COUNT}\\s{1,2}${UNIT}\\s{1,2}${AHEAD}\\s{1,2}(?:at (?:the )?most|max)`,
  "i",
);
const EARLIEST = new RegExp(
  `\\b(?:at least|minimum(?: of)?|min\\.?|no less than|no sooner than|not sooner than|not earlier than|no earlier than)\\s{1,2}${COUNT}\\s{1,2}${UNIT}(?:\\s{1,2}${AHEAD})?`,
  "i",
);
const NOT_TODAY = [
  /\b(?:(?:not|no(?:thing|t)?|never|no earlier than|not earlier than) before tomorrow|from tomorrow|in the future)\b/i,
  /\b(?:tomorrow (?:or later|at the earliest|onwards?)|earliest (?:is )?tomorrow|no earlier than tomorrow)\b/i,
  /\b(?:not (?:for )?today|(?:no|not|never) same[- ]day|after today)\b/i,
];
const TODAY_ON = /\b(?:today or later|from today|not in the past)\b/i;
const CLOSED =
  /\b(?:closed|not|never|no(?:thing)?|except|don't|do not|can't|cannot)\b[^.;,]{0,40}?\b(weekends?|sun|mon|tues?|wed|thu|fri|sat)[a-z]{0,6}\b/i;
const AND_CLOSED = /^[^.;,]{0,12}\b(?:and|or|nor|&)\s(?:on\s)?(sun|mon|tues?|wed|thu|fri|sat)[a-z]{0,6}\b/i;
const WORKDAYS_ONLY = /\b(?:weekdays|working days|business days|workdays)(?: only)?\b/i;
const DAYS: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  night: 1,
  week: 7,
  month: 30,
  year: 365,
};
/** Such sentences bound something else than the day that a caller wants. */
const OTHERWISE =
  /\b(?:cancel\w*|refund\w*|return(?:s|ed)?|warranty|invoice\w*|paid|pay|payment|reply|answer|last \d)\b/i;
const ABOUT_DAYS =
  /\b(?:book\w*|reserv\w*|appointments?|slots?|deliver\w*|dates?|days?|visits?|schedul\w*|order\w*|collect\w*|pick-?ups?|open\w*|closed|hours|hire|rent\w*|stay\w*|arriv\w*|check-?in)\b/i;

/**
 * The bounds that a text states. Of several, the narrowest.
 * @param today ISO date, from which days count that the text names by date
 */
export function boundsIn(text: string, isDescription = false, today?: string): Bounds {
  const found: Bounds = {};
  const closed = new Set<number>();
  for (const sentence of text.split(/\n|(?<=[.!?;])\s+/, SENTENCES)) {
    const line = sentence.slice(0, LONGEST_SENTENCE);
    if (!isDescription && (!ABOUT_DAYS.test(line) || OTHERWISE.test(line))) continue;
    const latest = daysOf(LATEST.exec(line) ?? LATEST_AFTER.exec(line));
    const isAhead =
      isDescription || /\b(?:ahead|advance|future|book\w*|reserv\w*|appointment\w*|next)\b/i.test(line);
    if (latest !== undefined && latest >= 1 && isAhead)
      found.latest = Math.min(found.latest ?? Number.POSITIVE_INFINITY, Math.floor(latest));
    const last = today === undefined ? undefined : lastDayIn(line, today);
    if (last !== undefined) found.latest = Math.min(found.latest ?? Number.POSITIVE_INFINITY, last);
    const earliest = NOT_TODAY.some((pattern) => pattern.test(line))
      ? 1
      : (daysOf(EARLIEST.exec(line)) ?? (TODAY_ON.test(line) ? 0 : undefined));
    if (earliest !== undefined) found.earliest = Math.max(found.earliest ?? 0, Math.ceil(earliest));
    for (const day of closedIn(line)) closed.add(day);
    if (isDescription && WORKDAYS_ONLY.test(line)) for (const day of [0, 6]) closed.add(day);
  }
  return { ...found, ...(closed.size > 0 && { closed: [...closed] }) };
}

/** The bounds of a field: what its description says comes before what the other texts say. */
export function within(description: Bounds, texts: Bounds): Bounds {
  return { ...texts, ...description };
}

function daysOf(match: RegExpExecArray | null): number | undefined {
  const [, count, unit] = match ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const number = /^an?$/i.test(count) ? 1 : numberOf(count);
  return number === undefined ? undefined : number * (DAYS[unit.toLowerCase()] ?? 1);
}

function closedIn(line: string): number[] {
  const closed = CLOSED.exec(line);
  const rest = closed ? line.slice(closed.index + closed[0].length) : "";
  const [first, second] = [closed?.[1], AND_CLOSED.exec(rest)?.[1]];
  return [first, second].flatMap((name) => {
    if (name === undefined) return [];
    if (/^weekend/i.test(name)) return [0, 6];
    const at = WEEKDAY_LETTERS.indexOf(name.slice(0, 3).toLowerCase());
    return at < 0 ? [] : [at];
  });
}
