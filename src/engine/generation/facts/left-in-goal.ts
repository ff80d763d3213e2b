/**
 * What a goal names and no fact of its caller holds. A value of the same kind that was invented may contradict the goal: "from two in
 * the afternoon" does not go with an hour of 8. Only in English.
 */
import { DAY_MS } from "../../../contract/duration.ts";
import type { Trait } from "../../caller/digital-human.ts";
import { CHANGES_MIND, isRoleTrait } from "../../caller/errand.ts";
import { HALF_DAY, minutesOfDay, spokenTimes } from "../../caller/facts/dates.ts";
import { momentOf } from "../../caller/facts/moments.ts";
import { findValues, holdsValue } from "../../caller/facts/values.ts";
import { languageOf } from "../../caller/language.ts";
import { CALENDAR, MONTH_NAMES, WEEKDAYS, weekdayOfDate } from "../../numbers/calendar.ts";
import { holds, numberOf } from "../../rules-language/text/spoken-values.ts";
import { clean, fold } from "../../transcript/fold.ts";
import { withColons } from "./half-day.ts";
import { spanOf } from "./hour-options.ts";
import { countsIn, OF_MONEY } from "./in-goal.ts";
import { PARTS } from "./moments.ts";
import {
  countedDay,
  datesInGoal,
  hoursOfGoal,
  offsetOf,
  ownDaysIn,
  WEEKEND,
  withMonths,
} from "./moments-in-goal.ts";
import { personalKind } from "./personal.ts";
import { codesInGoal } from "./said-in-goal.ts";
import type { Sources } from "./sources.ts";
import { wordsOf } from "./stems.ts";

const LONGEST_GOAL = 1_000;

interface Fact {
  readonly name: string;
  readonly words: string;
  readonly value: string | number | boolean;
  /** A list is what the goal names. */
  readonly isDrawn: boolean;
}

/** Something that a goal names: whether a fact holds it, and whether a fact is of its kind. */
interface Said {
  readonly text: string;
  readonly isIn: (fact: Fact) => boolean;
  readonly isAlike: (fact: Fact) => boolean;
}

/**
 * The facts that may contradict a goal, and what the goal says instead.
 * @param traits what the caller knows, and what it changes its mind to
 * @param counts the names of facts that count one of several things: another number of the goal's counts another thing
 */
export function againstGoal(
  goal: string,
  traits: readonly Trait[],
  { today, text }: Sources,
  counts: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const written = withColons(withMonths(clean(goal.slice(0, LONGEST_GOAL))));
  const facts = traits.flatMap(({ trait_name, value }): Fact[] => {
    const isFact = !isRoleTrait({ trait_name }) || trait_name.startsWith(CHANGES_MIND);
    const words = wordsOf(trait_name.replace(CHANGES_MIND, ""));
    return (isFact ? (Array.isArray(value) ? value : [value]) : []).flatMap((one) =>
      typeof one === "string" || typeof one === "number" || typeof one === "boolean"
        ? { name: trait_name, words, value: one, isDrawn: !Array.isArray(value) }
        : [],
    );
  });
  const found = new Map<string, string>();
  for (const said of [
    daysIn(written, today, facts),
    timesIn(written),
    amountsIn(written),
    countedIn(written, facts),
    contactsIn(written),
    codesIn(written),
    namesIn(written, text),
  ]) {
    const left = said.filter(({ isIn }) => !facts.some(isIn));
    for (const fact of facts)
      if (
        fact.isDrawn &&
        left.some(({ isAlike }) => isAlike(fact)) &&
        (counts.has(fact.name) || !said.some(({ isIn }) => isIn(fact))) &&
        !found.has(fact.name)
      )
        found.set(
          fact.name,
          left
            .filter(({ isAlike }) => isAlike(fact))
            .map((one) => one.text)
            .join(", "),
        );
  }
  return found;
}

const dateOf = ({ value }: Fact) => momentOf(String(value))?.date;
const isOfBirth = ({ words }: Fact) => personalKind(words, undefined) === "birth";
const IN_MONTH = new RegExp(`\\b[Ii]n (${MONTH_NAMES.join("|")})\\b`, "g");

function daysIn(goal: string, today: string, facts: readonly Fact[]): Said[] {
  const weekdayOf = ({ value }: Fact) => WEEKDAYS.find((name) => name === fold(String(value)));
  const isAlike = (fact: Fact) => !isOfBirth(fact) && (dateOf(fact) ?? weekdayOf(fact)) !== undefined;
  const named_days = [...new Set([...datesInGoal(goal, today), ...ownDaysIn(goal)])];
  const months = [...goal.matchAll(IN_MONTH)].map(([text, month = ""]) => ({
    text,
    is: (date: string) => MONTH_NAMES[Number(date.slice(5, 7)) - 1] === month,
  }));
  // "The first Saturday in April" is in April.
  const isInMonth = (date: string) => months.length === 0 || months.some(({ is }) => is(date));
  const days = named_days.flatMap((text) => {
    const is = isDay(text, today);
    return is ? [{ text, is: (date: string) => is(date) && (/\d/.test(text) || isInMonth(date)) }] : [];
  });
  const counted = countedDay(goal, today);
  const last = counted && new Date(Date.parse(today) + counted.to * DAY_MS).toISOString().slice(0, 10);
  const weekend = WEEKEND.exec(goal)?.[0];
  const all = [
    ...days,
    ...months,
    ...(counted ? [{ text: counted.text, is: (date: string) => date === last }] : []),
    ...(weekend === undefined
      ? []
      : [{ text: weekend, is: (date: string) => /^s/.test(weekdayOfDate(date) ?? "") }]),
  ];
  // What ends so many nights later is not named itself.
  const named = facts.flatMap((fact) => {
    const date = dateOf(fact);
    return date !== undefined && all.some(({ is }) => is(date)) ? [date] : [];
  });
  const lengths = new Set([1, ...countsIn(goal).flatMap(({ number }) => [number, 7 * number]), 7]);
  const follows = (date: string) =>
    named.some((first) => lengths.has((Date.parse(date) - Date.parse(first)) / DAY_MS));
  return all.map(({ text, is }) => ({
    text,
    isAlike: (fact) => isAlike(fact) && !follows(dateOf(fact) ?? ""),
    isIn: (fact) => {
      const weekday = weekdayOf(fact);
      const date = dateOf(fact) ?? (weekday && next(weekday, today));
      return date === undefined ? holdsValue(String(fact.value), text) : !isOfBirth(fact) && is(date);
    },
  }));
}

/** The next day of a name. */
function next(weekday: string, today: string): string {
  const ahead = (WEEKDAYS.indexOf(weekday) - new Date(today).getUTCDay() + 7) % 7;
  return new Date(Date.parse(today) + ahead * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a date is the day that a text names. Undefined for what cannot be told. */
function isDay(text: string, today: string): ((date: string) => boolean) | undefined {
  const weekday = WEEKDAYS.find((name) => text.includes(name));
  if (weekday !== undefined && !/\d/.test(text)) return (date) => weekdayOfDate(date) === weekday;
  const offset = offsetOf(text, today, 1);
  if (offset === undefined) return undefined;
  const day = new Date(Date.parse(today) + offset * DAY_MS).toISOString().slice(5, 10);
  return (date) => date.slice(5) === day;
}

/** "Two in the afternoon", "ten o'clock", "at four," */
const HOURS = [
  /\b(\d{1,2}|[a-z]{3,6})(?= in the (?:morning|afternoon|evening)\b| o'clock\b)/gi,
  /\b(?:at|until|till|around|by) (\d{1,2}|[a-z]{3,6})(?=[,.;]|$| (?:and|but|on|or|if|then|to|until|tomorrow|today)\b)/gi,
];
const PAST = /\b(?:half|quarter) (?:past|to) [a-z\d]{1,6}\b/gi;
const NOON = /\b(?:noon|midday)\b/gi;

function timesIn(goal: string): Said[] {
  const text = withoutValues(goal, ["date", "amount", "phone", "email", "code"]);
  const clocks = [
    ...findValues(text.replace(NOON, "12:00"), languageOf("en")).flatMap(({ kind, text: time }) =>
      kind === "time" ? [{ text: time, minutes: minutesOfDay(time) ?? 0 }] : [],
    ),
    ...Object.values(hoursOfGoal(goal) ?? {}).map((minutes: number) => ({ text: "from … until", minutes })),
    ...spokenTimes(text).map((minutes) => ({ text: "half past, or a quarter", minutes })),
    ...HOURS.flatMap((form) => [...text.matchAll(form)]).flatMap(([said, word = ""]) => {
      const hour = numberOf(word.toLowerCase());
      return hour === undefined || hour > 24 ? [] : [{ text: said, minutes: 60 * hour }];
    }),
  ];
  const hours = clocks.map(({ text: said, minutes }) => ({
    text: said,
    isIn: ({ from, to }: Span) =>
      [minutes, minutes + HALF_DAY, minutes - HALF_DAY].some((at) => at >= from && at <= to),
  }));
  const parts = PARTS.flatMap(([name, from, to]) => {
    const said = name.exec(text)?.[0];
    return said === undefined
      ? []
      : [{ text: said, isIn: (span: Span) => span.from <= to + 60 && span.to >= from }];
  });
  return [...hours, ...parts].map(({ text: said, isIn }) => ({
    text: said,
    isAlike: (fact) => spanOfFact(fact) !== undefined,
    isIn: (fact) => {
      const span = spanOfFact(fact);
      return span === undefined ? holdsValue(String(fact.value), said) : isIn(span);
    },
  }));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** When a fact is, in minutes of a day: an hour, or a span of hours. */
function spanOfFact({ words, value }: Fact): Span | undefined {
  const hour = typeof value === "number" && /\bhour$/.test(words) ? value * 60 : undefined;
  const time = momentOf(String(value))?.time;
  const from = hour ?? (time === undefined ? undefined : minutesOfDay(time));
  if (from !== undefined) return { from, to: from };
  return typeof value === "string"
    ? spanOf(value, /\b(?:hours?|slot|time|when|window)\b/.test(words))
    : undefined;
}

/** Whether a fact is a sum of money. A day of payment does not count. */
const isOfMoney = ({ words, value }: Fact) =>
  typeof value === "number" && OF_MONEY.test(words) && !/\bday\b/.test(words);

function amountsIn(goal: string): Said[] {
  return findValues(goal, languageOf("en")).flatMap(({ kind, text }) => {
    const amount = Number(/\d[\d,.]{0,20}/.exec(text)?.[0].replace(/,(?=\d{3})|[.,]$/g, ""));
    return kind === "amount" && !Number.isNaN(amount)
      ? [
          {
            text,
            isIn: ({ value }: Fact) => value === amount || holdsValue(String(value), text),
            isAlike: isOfMoney,
          },
        ]
      : [];
  });
}

/** What is alike to a unit: "for two hours" says nothing of how many people come. */
const UNITS = [
  /\b(?:minutes?|hours?|duration|length|how long)\b/,
  /\b(?:days?|nights?|weeks?|months?|years?|duration|length|period|stay|term)\b/,
  /\b(?:age|years?)\b/,
  /\b(?:km|kilomet\w+|metres?|meters?|miles?|square|area|distance|size)\b/,
  /\b(?:kg|kilos?|tons?|weight)\b/,
  /\b(?:percent|share)\b/,
] as const;
/** "Two and a half hours" are not two of anything. */
const AND_A_HALF = /\b(?:\d{1,2}|[a-z]{3,6})[- ]and[- ]a[- ]half\b/gi;
const NOT_COUNTED = /\b(?:age|hour|year|odometer|mileage|reading)\b/;

function countedIn(goal: string, facts: readonly Fact[]): Said[] {
  const text = HOURS.reduce(
    (rest, form) => rest.replace(form, " "),
    withoutValues(goal, ["date", "time", "amount", "phone", "email", "code"]),
  )
    .replace(PAST, " ")
    .replace(AND_A_HALF, " ")
    // The number of a house is nobody's count.
    .replace(/\b\d{1,4}[A-Za-z]? (?=\p{Lu})|(?<=[^.] \p{Lu}\p{Ll}{1,20} )\d{1,4}\b/gu, " ");
  const said = countsIn(text).filter(
    ({ number, after }) =>
      number !== 1 || !/^(?:and|at|for|if|in|is|of|off|on|or|that|to|way|which|with|)$/.test(after),
  );
  const total = said.reduce((sum, { number }) => sum + number, 0);
  const dates = facts.flatMap((fact) => dateOf(fact) ?? []).map((date) => Date.parse(date) / DAY_MS);
  const times = facts.flatMap((fact) => spanOfFact(fact)?.from ?? []);
  const isBetween = (moments: readonly number[], length: number) =>
    moments.some((from) => moments.some((to) => to - from === length));
  return said.map(({ number, after }) => {
    const units = UNITS.filter((unit) => unit.test(after));
    const isSpan =
      isBetween(dates, number) ||
      isBetween(dates, 7 * number) ||
      isBetween(times, 60 * number) ||
      isBetween(times, number);
    return {
      text: `${number} ${after}`.trim(),
      isIn: ({ value }) =>
        typeof value === "number"
          ? [number, total, 60 * number, 7 * number].includes(value)
          : isSpan ||
            (typeof value === "string" && momentOf(value) === undefined && holds(value, `${number}`)),
      isAlike: (fact) =>
        typeof fact.value === "number" &&
        !isOfMoney(fact) &&
        spanOfFact(fact) === undefined &&
        (units.length > 0
          ? units.some((unit) => unit.test(fact.words))
          : !NOT_COUNTED.test(fact.words) && !UNITS.some((unit) => unit.test(fact.words))),
    };
  });
}

/** Telephone numbers and e-mail addresses. */
function contactsIn(goal: string): Said[] {
  return findValues(goal, languageOf("en")).flatMap(({ kind, text }) =>
    (kind === "phone" && /^[+(0]| /.test(text)) || kind === "email"
      ? [
          {
            text,
            isIn: ({ value }: Fact) => holdsValue(String(value), text),
            isAlike: ({ words }: Fact) => personalKind(words, undefined) === kind,
          },
        ]
      : [],
  );
}

const CODE_NAME = /\b(?:number|no|id|code|reference|ref|pnr)\b/;

function codesIn(goal: string): Said[] {
  return codesInGoal(goal).map((text) => ({
    text,
    isIn: ({ value }) => holdsValue(String(value), text),
    isAlike: ({ words, value }) =>
      CODE_NAME.test(words) && personalKind(words, undefined) === undefined && /\d/.test(String(value)),
  }));
}

const WORD = "\\p{Lu}[\\p{L}'’-]{1,30}";
/** Two names with capital letters, and not a place or a product: "the Grand Hotel". */
const SOMEBODY = new RegExp(
  `(?:^|(?<!\\b(?:an?|at|by|from|in|near|of|on|the|to) )(?<=\\s))${WORD} ${WORD}(?=[,.;:)]|$| (?:[a-z]{2,12}s|has|\\d)\\b)`,
  "gu",
);

function namesIn(goal: string, known: string): Said[] {
  return [...goal.matchAll(SOMEBODY)].flatMap(([text]) =>
    CALENDAR.test(text) || fold(known).includes(fold(text))
      ? []
      : [
          {
            text,
            isIn: ({ value }: Fact) =>
              typeof value === "string" && (holdsValue(value, text) || holdsValue(text, value)),
            isAlike: ({ words }: Fact) => /^(?:name|first|last)$/.test(personalKind(words, undefined) ?? ""),
          },
        ],
  );
}

/** A goal without its values of some kinds. */
function withoutValues(goal: string, kinds: readonly string[]): string {
  return findValues(goal, languageOf("en"))
    .filter(({ kind }) => kinds.includes(kind))
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, goal);
}
