/** Values that are hours, or spans of hours: "08:00", "08-10", "1-3", morning. */
import { HALF_DAY } from "../../caller/facts/dates.ts";
import { numberOf } from "../../rules-language/text/spoken-values.ts";
import type { ToolParameter } from "../../tools/tool.ts";
import { minutesAt } from "./hours.ts";
import { momentFor, PARTS } from "./moments.ts";
import { hourInGoal } from "./moments-in-goal.ts";
import type { Caller, Found, Sources } from "./sources.ts";

const CLOCK = "(\\d{1,2})(?:[:.](\\d{2}))? ?(am|pm)?";
const SPAN = new RegExp(`^${CLOCK} ?(?:-|–|to|until) ?${CLOCK}$`, "i");
const HOUR = /^(\d{1,2})[:.](\d{2})$/;
/** What has plain numbers for hours: the ages "3-5" are not. */
const OF_TIME = /\b(?:hours?|part|period|slot|time|when|window)\b/;
const BETWEEN = /\b(?:between|from) (\d{1,2}|[a-z]{3,6})(?::\d\d)? (?:and|to|until) (\d{1,2}|[a-z]{3,6})\b/gi;
const LONGEST_GOAL = 1_000;
const EARLIEST = 7 * 60;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The values in which the hour or the part of the day is that a goal names; none, if it is in no value. Undefined if the values are not
 * hours, or the goal names none.
 * @param words the name of what has the value
 */
export function atHourOfGoal<T extends string | number>(
  goal: string,
  options: readonly T[],
  words: string,
): readonly T[] | undefined {
  const spans = options.flatMap((option) => {
    const span = spanOf(String(option), OF_TIME.test(words));
    return span === undefined ? [] : [{ option, span }];
  });
  if (spans.length < 2) return undefined;
  const wanted = spanInGoal(goal);
  if (wanted === undefined) return undefined;
  const shared = ({ from, to }: Span) => Math.min(to, wanted.to) - Math.max(from, wanted.from);
  const within = spans.filter(({ span }) => 2 * shared(span) >= span.to - span.from);
  const around = spans.filter(({ span }) => shared(span) >= wanted.to - wanted.from);
  return (within.length > 0 ? within : around).map(({ option }) => option);
}

/** The hours of a value, in minutes of a day. Undefined if it has none. */
export function spanOf(option: string, isOfTime: boolean): Span | undefined {
  const part = PARTS.find(([name]) => name.test(option) && /^\p{L}+$/u.test(option));
  if (part) return { from: part[1], to: part[2] };
  const [, hour, minute] = HOUR.exec(option) ?? [];
  if (hour !== undefined) return { from: minutesAt(hour, minute), to: minutesAt(hour, minute) + 1 };
  const [whole, ...ends] = SPAN.exec(option) ?? [];
  if (whole === undefined || !(isOfTime || /[:.]|[ap]m|\b0\d/i.test(whole))) return undefined;
  const [from, to] = [
    minutesAt(ends[0], ends[1], ends[2] ?? (ends[5] === "am" ? "am" : "")),
    minutesAt(ends[3], ends[4], ends[5]),
  ];
  // From 10 to 2, and from 1 to 3.
  const start = from < EARLIEST && !/\b0\d|am/i.test(whole) ? from + HALF_DAY : from;
  const end = to <= start ? to + HALF_DAY : to;
  return end > start && end <= 24 * 60 ? { from: start, to: end } : undefined;
}

/** "Between 8 and 10", "at nine", "in the evening". */
function spanInGoal(goal: string): Span | undefined {
  const text = goal.slice(0, LONGEST_GOAL);
  for (const [, first = "", second = ""] of text.matchAll(BETWEEN)) {
    const [from, to] = [first, second].map((word) => numberOf(word.toLowerCase()));
    const span = from === undefined || to === undefined ? undefined : spanOf(`${from}-${to}`, true);
    if (
      span &&
      from !== undefined &&
      from > 0 &&
      !/^ \p{Lu}/u.test(text.slice(text.indexOf(second) + second.length))
    )
      return span;
  }
  const hour = hourInGoal(goal);
  if (hour !== undefined) return spanOf(hour, true);
  const [part, ...others] = PARTS.filter(([name]) => name.test(text));
  return part && others.length === 0 ? { from: part[1], to: part[2] } : undefined;
}

/** The hour of a day as a number: 14 for "from two in the afternoon". */
export function hourFor(
  { minimum = -Infinity, maximum = Infinity }: ToolParameter,
  words: string,
  sources: Sources,
  caller: Caller,
): Found {
  const clock = momentFor(
    { words: `${words} time`, description: "", format: "time", type: "string" },
    sources,
    caller,
  );
  const hour = Number((clock ?? "").split(":")[0]);
  if (hour >= minimum && hour <= maximum) return { value: hour };
  return hourInGoal(caller.goal) === undefined && Number.isFinite(minimum)
    ? { value: minimum }
    : { open: "at which hour" };
}
