/** The days and hours that callers want. */
import { DAY_MS } from "../../../contract/duration.ts";
import { WEEKDAY_NAMES } from "../../numbers/calendar.ts";
import type { ToolParameter } from "../../tools/tool.ts";
import { drawFor } from "../draw.ts";
import { type Bounds, boundsIn, within } from "./bounds.ts";
import { type Hours, spanIn, spansIn } from "./hours.ts";
import { numberInGoal } from "./in-goal.ts";
import {
  dayInGoal,
  edgeOfMonth,
  hasBareDay,
  hourInGoal,
  monthInGoal,
  pastDayInGoal,
  valuesIn,
} from "./moments-in-goal.ts";
import type { Caller, Sources } from "./sources.ts";

const PAST = [
  /\b(?:birth|born|incident|accident|collision|breakdown|burglary|loss|lost|stolen|theft|damaged?|happened|occurr\w{1,4})\b/,
  /\b(?:purchased?|bought|ordered|since|noticed|missed|should have|began|issued|read on|reading)\b/,
  // "Last donation", and not "last day"
  /^last (?!date\b|day\b|name\b|night\b)\p{L}/u,
  /\b(?:(?:never|not) in the future|(?<!not )(?<!never )in the past)\b/,
];
/** Whether the words of a field say that it is behind the caller. */
export const isPast = (text: string): boolean => PAST.some((pattern) => pattern.test(text));
/** Who gives a reading has just read it. */
const READING = /\bread(?:ing)?\b/;
const LATER =
  /\b(?:check ?out|return|drop ?off|end|until|departure|to date|back)\b|\b(?:final|last) (?:date|day|night)\b/;
const DROP_OFF = /\bdrop ?off\b/;
/** What is on record before something is moved, by a field's name and by its description. */
const OLD = /\b(?:current|existing|from|old|original|present|previous)\b/;
const IS_OLD =
  /\bas it (?:is|stands|was)\b|\b(?:current|existing|old|original|present|previous) (?:date|day)\b/;
/** The usual distance of a day that no text bounds: within two weeks. */
const [EARLIEST, LATEST] = [3, 14];

const WEEK = 7;

interface Moment {
  /** The name of the field in words, and its description, in lower case. */
  words: string;
  description: string;
  /** The names of what it belongs to, in words: "loss". */
  within?: string;
  /** What is dropped off here is returned later, and nothing is picked up before. */
  isDroppedFirst?: boolean;
  format: string | undefined;
  pattern?: string | undefined;
  type: ToolParameter["type"];
}

/** A day or an hour: in the past or in the future, on a day and at an hour at which somebody is there. */
export function momentFor(
  { words, description, format, pattern, type, within: holders = "", isDroppedFirst = false }: Moment,
  sources: Sources,
  { place, goal }: Pick<Caller, "place" | "goal">,
): string | undefined {
  if (type !== "string") return undefined;
  const { isTime, isDate } = kindOf(words, format, description, pattern);
  const past = [words, description, holders].some(isPast);
  const rng = drawFor(sources.seed, `moment ${place}`);
  if (!isTime && !isDate)
    return isMonth(words, format, description)
      ? (monthInGoal(goal, sources.today, past) ?? monthFrom(sources.today, rng(), past))
      : undefined;
  const [first, second, third] = [rng(), rng(), rng()];
  const { today: now } = sources;
  const bounds = past ? {} : within(boundsIn(description, true, now), boundsIn(sources.text, false, now));
  // A weekday is the next of its name: who has to wait for a week would say so.
  const least = (bounds.earliest ?? 0) < WEEK ? bounds.earliest : undefined;
  const later_words = `${holders} ${words}`;
  const isLater = LATER.test(isDroppedFirst ? later_words.replace(DROP_OFF, "") : later_words) && !past;
  const isOld = OLD.test(words) || (IS_OLD.test(description) && !/\bnew\b/.test(words));
  const today = Date.parse(sources.today);
  const said = past
    ? pastDayInGoal(goal, sources.today)
    : (dayInGoal(goal, sources.today, isLater ? "later" : isOld ? "old" : "first", least) ??
      edgeOfMonth(goal, sources.today, isLater));
  // "Three nights from Monday" ends three days later, and "the night of 17 March" on the next day.
  const nights = isLater && said === undefined ? (numberInGoal(goal, "nights") ?? 1) : undefined;
  const from = nights === undefined ? undefined : dayInGoal(goal, sources.today, "first", least);
  const wanted = from === undefined || nights === undefined ? said : from + nights;
  const ago = READING.test(words) ? 0 : 1 + Math.floor(first * 10);
  const offset = wanted ?? (past ? -ago : openDay(first, bounds, sources, isLater));
  const later = wanted === undefined && isLater ? laterBy(second, offset, bounds) : 0;
  const iso = new Date(today + (offset + later) * DAY_MS).toISOString().slice(0, 10);
  const clock =
    hourInGoal(goal, { isLater, open: () => spansIn(sources.text) }) ??
    openHour(third, duringPart(goal, spanIn(description) ?? sources.hours));
  if (format === "date-time" || (isDate && isTime) || /\bdatetime\b/.test(words))
    return EXAMPLE_TO_THE_MINUTE.test(description) ||
      (TO_THE_MINUTE.test(description) && format === undefined)
      ? `${iso}T${clock}`
      : `${iso}T${clock}:00`;
  if (isTime) return clock;
  const isWeekday = words === "day" || /\bweekday|day of (?:the )?week\b/.test(`${words} ${description}`);
  return isWeekday && format === undefined && !/yyyy|iso/.test(description)
    ? (WEEKDAY_NAMES[new Date(iso).getUTCDay()] ?? iso)
    : iso;
}

const kindOf = (
  words: string,
  format: string | undefined,
  description: string,
  pattern: string | undefined,
) => ({
  isTime:
    format === "time" ||
    /\b(?:time|hour)\b/.test(words) ||
    /(?:\b|t)hh:mm\b|\bdate-?time\b/.test(description) ||
    EXAMPLE_TO_THE_MINUTE.test(description) ||
    (pattern !== undefined && CLOCK_PATTERNS.includes(pattern.replace(/[\^$()]/g, ""))),
  isDate:
    format === "date" ||
    format === "date-time" ||
    /\b(?:date|day|when|datetime|weekday)\b/.test(words) ||
    /\byyyy-mm-dd(?:t|\b)|\bdate-?time\b/.test(description) ||
    EXAMPLE_OF_DAY.test(description),
});
/** "e.g. 2026-03-05T09:30" */
const EXAMPLE_OF_DAY = /(?<![\d-])20\d\d-\d\d-\d\d(?![\d-])/;
const EXAMPLE_TO_THE_MINUTE = /(?<![\d-])20\d\d-\d\d-\d\d[t ]\d\d:\d\d(?![:\d])/;
const TO_THE_MINUTE = /\byyyy-mm-dd[t ]hh:mm\b(?!:)/;

/** How schemas write "09:30". */
const CLOCK_PATTERNS = [
  ...["\\d{2}:\\d{2}", "\\d{1,2}:\\d{2}", "\\d\\d:\\d\\d", "[0-9]{2}:[0-9]{2}"],
  ...["[0-2]\\d:[0-5]\\d", "[0-2][0-9]:[0-5][0-9]", "[01]\\d|2[0-3]:[0-5]\\d", "[01][0-9]|2[0-3]:[0-5][0-9]"],
];

/** Whether a field takes a month of a year, as `YYYY-MM`. */
const isMonth = (words: string, format: string | undefined, description: string) =>
  format === undefined && /\bmonth\b/.test(words) && /\byyyy-mm\b(?!-)/.test(description);

/** The next month, or one of the last ones. */
function monthFrom(today: string, drawn: number, past: boolean): string {
  const months = past ? 1 + Math.floor(drawn * 2) : 1;
  const day = new Date(today);
  const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + (past ? -months : months), 1);
  return new Date(first).toISOString().slice(0, 7);
}

/** Whether a parameter takes a day or an hour. */
export function isMoment({
  name,
  format,
  pattern,
  description = "",
}: Pick<ToolParameter, "name" | "format" | "description" | "pattern">) {
  const { isTime, isDate } = kindOf(
    name.replaceAll("_", " ").toLowerCase(),
    format,
    description.toLowerCase(),
    pattern,
  );
  return isTime || isDate;
}

/** Whether a parameter takes a day together with an hour. */
export function isDayAndHour({ name, format, pattern, description = "" }: ToolParameter): boolean {
  const words = name.replaceAll("_", " ").toLowerCase();
  const { isTime, isDate } = kindOf(words, format, description.toLowerCase(), pattern);
  return format === "date-time" || (isTime && isDate);
}

/** Whether the goal names the day or the hour that a field of this name takes. */
export function isMomentInGoal(goal: string, words: string, format: string | undefined): boolean {
  const { isTime, isDate } = kindOf(words, format, "", undefined);
  const names = (wanted: "date" | "time") =>
    valuesIn(goal, wanted).length > 0 || (wanted === "date" && hasBareDay(goal));
  return (isTime && hourInGoal(goal) !== undefined) || (isDate && !isPast(words) && names("date"));
}

/** A day on which somebody is there, in days after today: the first from a drawn one on, or else before it. */
function openDay(
  drawn: number,
  { earliest, latest, closed = [] }: Bounds,
  sources: Sources,
  leavesRoom: boolean,
) {
  const low = earliest ?? (latest === undefined ? EARLIEST : Math.min(1, latest));
  const soon = Math.max(low + LATEST - EARLIEST, LATEST);
  const last = Math.max(low, Math.min(latest ?? soon, soon));
  const high = leavesRoom ? Math.max(low, last - 1) : last;
  const from = low + Math.floor(drawn * (high - low + 1));
  const start = new Date(sources.today).getUTCDay();
  const isOpen = (offset: number) => {
    const day = (((start + offset) % 7) + 7) % 7;
    return sources.hours.days.includes(day) && !closed.includes(day);
  };
  const days = Array.from(
    { length: high - low + 1 },
    (_, step) => low + ((from - low + step) % (high - low + 1)),
  );
  return days.find(isOpen) ?? from;
}

function laterBy(drawn: number, offset: number, { latest }: Bounds): number {
  const usual = 2 + Math.floor(drawn * 5);
  return latest === undefined ? usual : Math.max(1, Math.min(usual, latest - offset));
}

const NOON = 12 * 60;
/** Parts of the day, in minutes since midnight. */
export const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/\b(?:morning|early|before (?:noon|midday))\b/i, 0, NOON],
  [/\bafternoon\b/i, NOON, 17 * 60 + 30],
  [/\b(?:evening|tonight)\b/i, 17 * 60, 24 * 60],
];

/** The hours of the part of the day that a goal names, if somebody is there then. */
function duringPart(goal: string, { from, to }: Pick<Hours, "from" | "to">): Pick<Hours, "from" | "to"> {
  const [part, ...others] = PARTS.filter(([name]) => name.test(goal.slice(0, 1_000)));
  if (!part || others.length > 0) return { from, to };
  const within = { from: Math.max(from, part[1]), to: Math.min(to, part[2] + 60) };
  return within.to - within.from > 60 ? within : { from, to };
}

function openHour(drawn: number, { from, to }: Pick<Hours, "from" | "to">): string {
  const steps = Math.max(1, Math.floor((to - from - 60) / 30));
  const minute = Math.ceil(from / 30) * 30 + Math.floor(drawn * steps) * 30;
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
