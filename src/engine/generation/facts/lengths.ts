/** How long something takes, as a goal says it: "a two-hour lesson", "an hour and a half", "for a week". */
import { numbersIn, wordsIn } from "./words-in-goal.ts";

const LONGEST = 1_000;

/** A length of time in one of these. Two weeks are 14 days. */
export interface Length {
  readonly of: "minute" | "hour" | "day";
  readonly number: number;
}

const MINUTE = /^min(?:ute)?s?$/;
const UNITS: readonly (readonly [RegExp, Length["of"], number])[] = [
  [MINUTE, "minute", 1],
  [/^(?:hours?|hrs?)$/, "hour", 1],
  [/^days?$/, "day", 1],
  [/^weeks?$/, "day", 7],
  [/^fortnights?$/, "day", 14],
];
const FILLED = /^(?:entire|full|whole)$/;
/** When something is, or how often: "in two hours", "every week". */
const NOT_BEFORE = /^(?:after|another|before|every|in|last|next|past|per|this|within)$/;
const NOT_AFTER = /^(?:ago|ahead|apart|away|before|earlier|extra|later|longer|more|notice|old|sooner)$/;
/** What an hour costs, and how often in a week. */
const RATE = /^(?:dollars?|euros?|lessons?|once|p|pounds?|sessions?|times?|twice|visits?|\d{1,4})$/;
const PARTS: readonly (readonly [string, number])[] = [
  ["three quarters of an", 0.75],
  ["quarter of an", 0.25],
  ["half an", 0.5],
  ["half a", 0.5],
  ["half", 0.5],
];
const AND_PARTS: readonly (readonly [string, number])[] = [
  ["and a half", 0.5],
  ["and a quarter", 0.25],
  ["and three quarters", 0.75],
];

/** All the lengths of time that a goal names. */
export function lengthsIn(goal: string): Length[] {
  const written = wordsIn(goal.slice(0, LONGEST).replace(/(\d)(?:[.,]5| ?½)/g, "$1 and a half"));
  const all = written.map((word) => word.replace(/'s?$/, ""));
  const numbers = numbersIn(all);
  const found: Length[] = [];
  for (let at = 1; at < all.length; at++) {
    const [, of, each = 1] = UNITS.find(([form]) => form.test(all[at] ?? "")) ?? [];
    if (of === undefined) continue;
    const isOwn = /'s?$/.test(written[at] ?? "");
    const count = countBefore(all, numbers, at, of !== "day" || isOwn);
    if (!count || (of === "day" && count.number < 1) || NOT_BEFORE.test(all[count.at - 1] ?? "")) continue;
    const more = moreAfter(all, numbers, at, of);
    if (NOT_AFTER.test(all[more.end] ?? "")) continue;
    found.push({ of, number: each * (count.number + more.number) });
    at = more.end - 1;
  }
  return found;
}

type Numbers = ReturnType<typeof numbersIn>;
type Parts = typeof PARTS;

const isRun = (all: readonly string[], at: number, words: string): boolean =>
  at >= 0 && words.split(" ").every((word, step) => all[at + step] === word);
const lengthOf = (words: string): number => words.split(" ").length;
const partBefore = (all: readonly string[], end: number, parts: Parts) =>
  parts.find(([words]) => isRun(all, end - lengthOf(words), words));

/**
 * How many a goal has of a unit of time, and where it begins to say so: "two", "half an", "one and a half".
 * @param countsOne whether an article alone does. "A week" may be anything, unlike "for a week", "a whole week", and "a week's hire"
 */
function countBefore(
  all: readonly string[],
  numbers: Numbers,
  unit: number,
  countsOne: boolean,
): { readonly number: number; readonly at: number } | undefined {
  const isFilled = FILLED.test(all[unit - 1] ?? "");
  const end = isFilled ? unit - 1 : unit;
  const added = partBefore(all, end, AND_PARTS);
  const part = added ? undefined : partBefore(all, end, PARTS);
  if (part) return { number: part[1], at: end - lengthOf(part[0]) };
  const till = added ? end - lengthOf(added[0]) : end;
  const whole = numbers.find((one) => one.end === till);
  if (whole) return { number: whole.number + (added?.[1] ?? 0), at: whole.at };
  const [before = "", article = ""] = all.slice(Math.max(0, end - 2), end);
  if (end < 2 || RATE.test(before) || !/^an?$/.test(article)) return undefined;
  return countsOne || isFilled || before === "for" ? { number: 1, at: end - 1 } : undefined;
}

/** What a goal adds to a length after its unit, and where that ends: "and a half", "and twenty minutes". */
function moreAfter(all: readonly string[], numbers: Numbers, unit: number, of: Length["of"]) {
  const part = AND_PARTS.find(([words]) => isRun(all, unit + 1, words));
  if (part) return { number: part[1], end: unit + 1 + lengthOf(part[0]) };
  const at = all[unit + 1] === "and" ? unit + 2 : unit + 1;
  const rest = of === "hour" ? numbers.find((one) => one.at === at) : undefined;
  return rest && MINUTE.test(all[rest.end] ?? "")
    ? { number: rest.number / 60, end: rest.end + 1 }
    : { number: 0, end: unit + 1 };
}

const OF_UNIT: readonly (readonly [RegExp, (length: Length) => number | undefined])[] = [
  [/\bmin(?:ute)?s\b|\b(?:duration|length) min$/, ({ of, number }) => inMinutes(of, number)],
  [/\bhours\b|\b(?:duration|length) hour$/, ({ of, number }) => inHours(of, number)],
  [/\bdays\b/, ({ of, number }) => (of === "day" ? number : undefined)],
  [/\bweeks\b/, ({ of, number }) => (of === "day" && number % 7 === 0 ? number / 7 : undefined)],
];
const inMinutes = (of: Length["of"], number: number): number | undefined =>
  of === "minute" ? number : of === "hour" ? Math.round(60 * number) : undefined;
const inHours = (of: Length["of"], number: number): number | undefined =>
  of === "hour" ? Math.round(100 * number) / 100 : of === "minute" ? number / 60 : undefined;
/** These days do not say how long it takes: "days per week", "how many hours before". */
const NO_LENGTH = /\b(?:ago|ahead|before|every|extra|extension|interval|notice|per|prior|since)\b/;

/** The first length that a goal names, in the unit that the words have: "an hour and a half" is 90 for "duration minutes". */
export function lengthInGoal(goal: string, words: string): number | undefined {
  const measure = NO_LENGTH.test(words) ? undefined : OF_UNIT.find(([form]) => form.test(words))?.[1];
  return measure && lengthsIn(goal).flatMap((length) => measure(length) ?? [])[0];
}

const IS_LENGTH = /\b(?:duration|how long|length)\b/;
const HAS_UNIT = /\b(?:min(?:ute)?s?|hours?|days?|nights?|weeks?|months?|years?)\b/;
/** Fewer of anything are not minutes. */
const FEWEST_MINUTES = 15;

interface Described {
  readonly description?: string | undefined;
  readonly options?: readonly (string | number)[] | undefined;
}

/** The name of a length with the unit that its description has, or its values: "duration minutes". */
export function withUnit(words: string, { description = "", options = [] }: Described): string {
  if (!IS_LENGTH.test(words) || HAS_UNIT.test(words)) return words;
  const units = ["minutes", "hours", "days", "weeks"].filter((unit) =>
    description.toLowerCase().includes(unit),
  );
  const isLong =
    options.length > 0 && options.every((one) => typeof one === "number" && one >= FEWEST_MINUTES);
  const [unit = isLong ? "minutes" : undefined, ...others] = units;
  return unit === undefined || others.length > 0 ? words : `${words} ${unit}`;
}
