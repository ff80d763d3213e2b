/** The day and the hour that a goal names: "Book a table for tomorrow at 7 pm". Only in English. */
import { DAY_MS } from "../../../contract/duration.ts";
import { dayAndMonth, HALF_DAY, minutesOfDay, spokenTimes } from "../../caller/facts/dates.ts";
import { findValues } from "../../caller/facts/values.ts";
import { languageOf } from "../../caller/language.ts";
import { MONTH_NAMES, monthOf, WEEKDAYS } from "../../numbers/calendar.ts";
import { numberOf } from "../../rules-language/text/spoken-values.ts";
import { clean, fold } from "../../transcript/fold.ts";
import { followingDay } from "./following-day.ts";
import { inHalfOfGoal, withColons } from "./half-day.ts";

const LONGEST_GOAL = 1_000;

const NEXT_WEEK = /\b(?:next|the following) week\b(?!['’]s)/i;
const ENDS = /\b(?:ends?|terminates?|returns?|until)\b/i;

/** Of two days, `later` is the second one, "from Tuesday to Friday"; `old` is the one that something is moved from. */
export type WhichDay = "first" | "later" | "old";

/** Days after today. */
export function dayInGoal(
  goal: string,
  today: string,
  which: WhichDay = "first",
  earliest = 1,
): number | undefined {
  const isLater = which === "later";
  const counted = countedDay(goal, today, earliest);
  if (counted) return which === "later" || (which === "first" && isMove(goal)) ? counted.to : counted.from;
  const dates = datesInGoal(goal, today);
  const all = dates.flatMap((text) => offsetOf(text, today, earliest) ?? []);
  // "On Tuesday next week", "next week on Thursday"
  const monday = 8 - (new Date(today).getUTCDay() || 7);
  const isNextWeek =
    dates.length === 1 && isWeekday(dates[0] ?? "") && NEXT_WEEK.test(goal.slice(0, LONGEST_GOAL));
  const inOneWeek =
    all.length === 2 && isWeekday(dates[1] ?? "") && OF_THAT_WEEK.test(goal.slice(0, LONGEST_GOAL));
  const [given = 0] = all;
  const found = isNextWeek
    ? all.map((offset) => (offset < monday ? offset + 7 : offset))
    : inOneWeek
      ? [given, inWeekOf(given, dates[1] ?? "", today)]
      : all;
  // "Move the cut on Friday to Saturday 7 March" is about the second.
  const [old, moved] = found;
  const isMoved =
    which === "first" && old !== undefined && moved !== undefined && isMove(goal.slice(0, LONGEST_GOAL));
  const [first = weekIn(goal, today, earliest), second] = isMoved ? found.slice(1) : found;
  if (!isLater || first === undefined) return isLater ? undefined : first;
  // "Ends the contract on 31 March"
  if (second === undefined) return ENDS.test(goal.slice(0, LONGEST_GOAL)) ? first : undefined;
  return second <= first ? second + 7 : second;
}

/** Days from today to a day that the goal names, and to the one that it counts from there: "10 December to the following day". */
export function countedDay(goal: string, today: string, earliest = 1) {
  const following = followingDay(goal);
  const from = following && dayInGoal(following.before, today, "first", earliest);
  return following && from !== undefined
    ? { text: following.text, from, to: from + following.by }
    : undefined;
}

/** "From Thursday 22 October to the Friday of that week" */
const OF_THAT_WEEK = /\b(?:of|in) (?:that|the same) week\b/i;

/** Days after today of a day of the week in which another day is. */
function inWeekOf(offset: number, weekday: string, today: string): number {
  const start = new Date(Date.parse(today) + offset * DAY_MS).getUTCDay() || 7;
  const wanted = WEEKDAYS.findIndex((name) => weekday.toLowerCase().includes(name)) || 7;
  return offset + wanted - start;
}

/** The days that a goal names, as it says them, without days of birth. */
export const datesInGoal = (goal: string, today: string): string[] => {
  const named = valuesIn(withMonth(withMonths(goal), today), "date");
  return named.length === 0 && MISSES.test(goal) ? ownDaysIn(goal.slice(0, LONGEST_GOAL)) : named;
};
/** "Can't come to Wednesday's lesson": it is still to come, unlike "Saturday's box was off". */
const MISSES = /\b(?:can['’]?t|cannot|won['’]?t|will (?:not|miss)) (?:attend|be|come|make|miss)?\b/i;

/** "Will miss tomorrow" for "won't be in tomorrow": of an absence, it is the day. */
export const asAbsent = (goal: string): string =>
  goal.slice(0, LONGEST_GOAL).replace(STAYS_AWAY, "will miss");
const STAYS_AWAY =
  /\b(?:can(?:no|['’])?t|(?:aren|isn|won)['’]?t|(?:are|is|will) not) (?:(?:able|going) to )?(?:attend|be|com|go|mak)(?:e|ing)?\b/gi;

/** What is moved has a day already: "move Tuesday's visit". */
const ANOTHER_DAY =
  /\b(?:another|cancel\w{0,5}|chang\w{1,3}|instead|mov\w{1,3}|other|postpon\w{1,3}|reschedul\w{1,3}|shift\w{0,3})\b/i;
/** "Saturday's box", "can't come to Wednesday's lesson" */
export const ownDaysIn = (goal: string): string[] =>
  ANOTHER_DAY.test(goal) ? [] : WEEKDAYS.filter((name) => fold(goal).includes(`${name}'s `));

/** "Saturday's paper did not come" */
const OWN_DAY = new RegExp(`\\b(${WEEKDAYS.join("|")})['’]s\\b`, "i");
const AGO = /\b(an?|\d{1,2}|[a-z]{3,6}) (day|week)s? ago\b/i;

/** Days after today, at most none, of what has happened: "yesterday", "last Thursday", "on 20 February". */
export function pastDayInGoal(goal: string, today: string): number | undefined {
  const text = clean(goal.slice(0, LONGEST_GOAL));
  if (/\bday before yesterday\b/i.test(text)) return -2;
  if (/\byesterday\b|\blast night\b/i.test(text)) return -1;
  const [, count, unit] = AGO.exec(text) ?? [];
  const number = count === undefined ? undefined : /^an?$/i.test(count) ? 1 : numberOf(count.toLowerCase());
  if (number !== undefined) return -number * (unit?.toLowerCase() === "week" ? 7 : 1);
  const [first = OWN_DAY.exec(text)?.[1]?.toLowerCase()] = valuesIn(text, "date");
  if (first === undefined) return /\bthis morning\b/i.test(text) ? 0 : undefined;
  if (/\btoday\b/.test(first)) return 0;
  const start = new Date(today);
  const weekday = WEEKDAYS.findIndex((name) => first.includes(name));
  if (weekday >= 0) return -((start.getUTCDay() - weekday + 7) % 7 || 7);
  const offset = offsetOf(first, today, 1);
  if (offset === undefined || offset <= 0) return offset;
  const named = dayAndMonth(first, languageOf("en").dates);
  if (!named || /\d{4}/.test(first)) return undefined;
  const before = Date.UTC(start.getUTCFullYear() - 1, named.month - 1, named.day);
  const thisYear = Date.UTC(start.getUTCFullYear(), named.month - 1, named.day);
  const latest = thisYear <= start.getTime() ? thisYear : before;
  return Math.round((latest - start.getTime()) / DAY_MS);
}

const MONTH = new RegExp(`\\b(${MONTH_NAMES.join("|")})\\b`, "g");

/** `2026-04`: the one month that a goal names, the next or the last of its name. */
export function monthInGoal(goal: string, today: string, past: boolean): string | undefined {
  const named = new Set([...goal.slice(0, LONGEST_GOAL).matchAll(MONTH)].map(([name]) => name));
  const [only, ...others] = named;
  if (only === undefined || others.length > 0) return undefined;
  const month = monthOf(only);
  const [year, now] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const turn = past ? (month > now ? -1 : 0) : month < now ? 1 : 0;
  return `${year + turn}-${String(month).padStart(2, "0")}`;
}

const FIRST_OF = /\b(?:from|starting(?: in)?|as of|(?:beginning|start) of) ([A-Z][a-z]{2,8})\b(?! ?\d)/;
const LAST_OF = /\bend of ([A-Z][a-z]{2,8})\b/;

/** "From January", and of what comes later, "until the end of June": days after today. */
export function edgeOfMonth(goal: string, today: string, isLater: boolean): number | undefined {
  const [, name = ""] = (isLater ? LAST_OF : FIRST_OF).exec(goal.slice(0, LONGEST_GOAL)) ?? [];
  const at = MONTH_NAMES.indexOf(name);
  if (at < 0) return undefined;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  const turn = at < month || (at === month && !isLater) ? 1 : 0;
  const day = isLater ? Date.UTC(year + turn, at + 1, 0) : Date.UTC(year + turn, at, 1);
  return Math.round((day - Date.parse(today)) / DAY_MS);
}

const MOVES = /^(?:[^.,;]{0,60} )?(?:mov|shift|chang|reschedul|postpon)\w{0,4}\b[^.;]{0,120}? to /i;

/** "Has a move booked for 4 December and wants it on 14 December" */
const HAS_AND_WANTS =
  /\b(?:appointment|booked|booking|order|reservation|reserved|visit)\b[^.;]{0,40}? (?:at|for|on) [^.;]{0,60}? wants? (?:it|them|to)\b/i;
/** "Moves the lesson of 10 December two days later" */
const MOVES_BY =
  /^(?:[^.,;]{0,60} )?(?:mov|shift|chang|reschedul|postpon)\w{0,4}\b[^.;]{0,120}? (?:later|earlier)\b/i;
const isMove = (written: string): boolean => {
  const goal = written.slice(0, LONGEST_GOAL);
  return [MOVES, MOVES_BY, HAS_AND_WANTS].some((form) => form.test(goal));
};

/** "From 1 May to 4 May" for "from 1 to 4 May". */
export const withMonths = (goal: string): string =>
  goal.slice(0, LONGEST_GOAL).replace(MONTH_AFTER_RANGE, "$1 $3 to $2 $3");
/** "1 to 4 May", "Friday 1 to Monday 4 May": two days of one month. */
export const MONTH_AFTER_RANGE =
  /(?<![:.\d])(\d{1,2})(?:st|nd|rd|th)? (?:to|until|till) (?:the )?(?:[a-z]{3,6}day )?(\d{1,2})(?:st|nd|rd|th)? ((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})\b/i;

/** Whether a goal leaves the day and the hour to what is free first: "as early as possible". */
export const isSoonest = (goal: string): boolean => SOONEST.test(goal.slice(0, LONGEST_GOAL));
const SOONEST =
  /\bas (?:early|fast|quickly|soon) as (?:possible|(?:he|it|she|they|you) can)\b|\b(?:earliest|first|next|soonest) (?:available|free|possible)\b/i;

/** "An hour earlier" than what is on record. */
export const isByHours = (goal: string): boolean =>
  /\b(?:hours?|minutes?) (?:earlier|later)\b/i.test(goal.slice(0, LONGEST_GOAL));

/** "The 6th", without a month. */
const BARE_DAY =
  /\bthe (\d{1,2})(?:st|nd|rd|th)(?=[,.;]|$| (?:and|at|before|but|if|in the|instead|or|then|to|until)\b)/gi;

/** Whether a text names a day of a month that it doesn't name. */
export const hasBareDay = (text: string): boolean => text.slice(0, LONGEST_GOAL).search(BARE_DAY) >= 0;

/** "The 6 March" for "the 6th", the next one. */
const withMonth = (goal: string, today: string): string =>
  goal.replace(BARE_DAY, (_, day: string) => {
    const now = new Date(today);
    const month = now.getUTCMonth() + (Number(day) < now.getUTCDate() ? 1 : 0);
    return `the ${day} ${MONTH_NAMES[month % 12] ?? ""}`;
  });

const FRIDAY = 5;
/** "At the weekend", and not "since the weekend". */
export const WEEKEND =
  /\b(?:at|for|on|next|this) (?:the )?(?:coming )?weekend\b|\ba weekend(?=$|[.,;]| (?:at|away|from|in|of|with)\b)/i;
/** "This week", "next week", "at the weekend": days from today to a working day of it. */
function weekIn(goal: string, today: string, earliest: number): number | undefined {
  const weekend = WEEKEND.test(goal.slice(0, LONGEST_GOAL))
    ? offsetOf("saturday", today, earliest)
    : undefined;
  if (weekend !== undefined) return weekend;
  const [, which] =
    /\b(this|next|the following|the coming|coming) week\b(?!['’]s)/i.exec(goal.slice(0, LONGEST_GOAL)) ?? [];
  if (which === undefined) return undefined;
  const weekday = new Date(today).getUTCDay();
  if (/next|coming|following/i.test(which)) return Math.max(earliest, 9 - (weekday || 7));
  const left = FRIDAY - weekday;
  return left >= Math.max(1, earliest) ? Math.min(left, Math.max(earliest, 2)) : undefined;
}

interface Hour {
  /** Of two hours, the later one: when something ends. */
  readonly isLater?: boolean;
  /** The hours that the agent's texts name, which tell whether "half past seven" is in the evening. */
  readonly open?: () => readonly { readonly from: number; readonly to: number }[];
}

/** A part of the day, and no hour. */
const BEFORE_NOON = /\bbefore (?:noon|midday)\b/i;

/** `19:00` */
export function hourInGoal(written: string, { isLater = false, open }: Hour = {}): string | undefined {
  const goal = withColons(written.slice(0, LONGEST_GOAL));
  if (BEFORE_NOON.test(goal.slice(0, LONGEST_GOAL))) return undefined;
  const span = hoursOfGoal(goal);
  if (span) return clock(isLater ? span.to : span.from);
  const times = valuesIn(goal.replace(/\b(?:noon|midday)\b/gi, "12:00"), "time");
  // "Move it from 20:00 to 20:30" is about the second.
  const isMoved = times.length > 1 && isMove(goal.slice(0, LONGEST_GOAL));
  const time = isMoved || isLater ? times.at(-1) : times[0];
  const minutes = time === undefined ? atOpenHour(plainHour(goal), goal, open) : clockHour(time, goal);
  return minutes === undefined ? undefined : clock(minutes);
}

function clockHour(said: string, goal: string): number | undefined {
  const minutes = minutesOfDay(said);
  return minutes === undefined ? undefined : inHalfOfGoal(minutes, said, goal);
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const FROM_UNTIL =
  /\bfrom (\d{1,2}|[a-z]{3,6}) (?:to|until|till) (noon|midday|\d{1,2}|[a-z]{3,6})(?=[,.;]|$| (?:and|for|in the|o'clock|on)\b)/i;

/** "From nine until noon", in minutes since midnight. */
export function hoursOfGoal(goal: string): { readonly from: number; readonly to: number } | undefined {
  const [, first = "", second = ""] = FROM_UNTIL.exec(clean(goal.slice(0, LONGEST_GOAL))) ?? [];
  const [from, to] = [first, second].map((word) =>
    /^(?:noon|midday)$/i.test(word) ? 12 : numberOf(word.toLowerCase()),
  );
  if (from === undefined || to === undefined || from < 1 || to < 1 || from > 23 || to > 24) return undefined;
  const start = 60 * from < EARLIEST ? 60 * from + HALF_DAY : 60 * from;
  const end = 60 * to <= start ? 60 * to + HALF_DAY : 60 * to;
  return end > start && end <= 2 * HALF_DAY ? { from: start, to: end } : undefined;
}

/** "At half past seven", where nobody is there in the morning, is in the evening. */
function atOpenHour(minutes: number | undefined, goal: string, open: Hour["open"]): number | undefined {
  if (minutes === undefined || open === undefined || minutes >= HALF_DAY || /\bmorning\b/i.test(goal))
    return minutes;
  const spans = open();
  const isOpen = (at: number) => spans.some(({ from, to }) => at >= from && at <= to);
  return !isOpen(minutes) && isOpen(minutes + HALF_DAY) ? minutes + HALF_DAY : minutes;
}

const PLAIN = /\bat (\d{1,2}|[a-z]{3,6})\b(?!:?\d)(?! ?(?:%|€|euros?|dollars?|pounds?)(?!\p{L}))/iu;
const IN_THE_EVENING =
  /\b(?:\d{1,2}|[a-z]{3,6}) in the (?:afternoon|evening)\b|\b(?:afternoon|evening|tonight) at\b/i;
/** "9 in the morning" */
const IN_PART = /\b(\d{1,2}|[a-z]{3,6}) in the (?:morning|afternoon|evening)\b/i;
/** Nobody has an appointment before. */
const EARLIEST = 7 * 60;

/** "at 9", "half past two": in minutes since midnight. */
function plainHour(goal: string): number | undefined {
  const text = clean(goal.slice(0, LONGEST_GOAL));
  const plain = PLAIN.exec(text)?.[1] ?? IN_PART.exec(text)?.[1] ?? "";
  const [spoken = 60 * (numberOf(plain.toLowerCase()) ?? 0)] = spokenTimes(text);
  if (spoken < 60 || spoken >= 2 * HALF_DAY) return undefined;
  const isLate = spoken < HALF_DAY && IN_THE_EVENING.test(text);
  const isMorning = /\bin the morning\b/i.test(text);
  return (spoken < EARLIEST && !isMorning) || isLate ? spoken + HALF_DAY : spoken;
}

/** The dates or the times in a goal, folded, without days of birth. */
export function valuesIn(goal: string, wanted: "date" | "time"): string[] {
  const text = clean(goal.slice(0, LONGEST_GOAL));
  const found = findValues(text, languageOf("en")).filter(({ kind }) => kind === wanted);
  return found.flatMap(({ text: value, start, end }, place) => {
    if (BIRTH.test(text.slice(Math.max(0, start - BIRTH_WITHIN), start))) return [];
    if (wanted === "date" && RULED_OUT.test(text.slice(Math.max(0, start - RULED_OUT_WITHIN), start)))
      return [];
    // "Move tomorrow's visit" says when it is, and not when it is to be.
    if (/^['’]s\b/.test(text.slice(end, end + 3))) return [];
    const next = found[place + 1];
    // "Wednesday 11 March" is one day, and the figures say which.
    if (
      next &&
      /^,?(?: the)? $/.test(text.slice(end, next.start)) &&
      isWeekday(value) &&
      /\d/.test(next.text)
    )
      return [];
    return [fold(value)];
  });
}

/** "Cannot come in on Tuesday and wants Monday" */
const RULED_OUT_WITHIN = 50;
const RULED_OUT =
  /(?:\b(?:cannot|not)|n't) (?!(?:before|later|until)\b)(?:(?!\b(?:and|but|until|before)\b)[^.,;]){0,30}$/i;
/** "born on the " */
const BIRTH_WITHIN = 20;
const BIRTH = /\b(?:born|birth|birthday (?:is|was)|dob)\b[^.,;]{0,12}$/i;

const isWeekday = (value: string) => WEEKDAYS.includes(fold(value));

/** Days from today to the day that a text names. */
export function offsetOf(text: string, today: string, earliest: number): number | undefined {
  const start = new Date(today);
  if (/\btoday\b|\btonight\b/.test(text)) return 0;
  if (/\btomorrow\b/.test(text)) return /\bafter\b/.test(text) ? 2 : 1;
  const weekday = WEEKDAYS.findIndex((name) => text.includes(name));
  if (weekday >= 0) {
    const next = (weekday - start.getUTCDay() + 7) % 7;
    // Nobody calls tomorrow "next Tuesday".
    const ahead = next === 1 && /\bnext\b/.test(text) ? next + 7 : next;
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
