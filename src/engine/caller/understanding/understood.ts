/** What of a conversation shows that the agent must have understood a value, or that it announced another. */
import { clean, fold } from "../../transcript/fold.ts";
import type { ErrandFact } from "../errand.ts";
import { HALF_DAY, minutesOfDay, spokenTimes } from "../facts/dates.ts";
import { type Moment, momentOf, saysDate, saysMonth } from "../facts/moments.ts";
import { numberOf } from "../facts/rivals.ts";
import { findValues, holdsValue, squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import { differs } from "./check.ts";

export interface Said {
  readonly role: string;
  readonly utterance: string;
}

export const wordsOfCaller = (transcript: readonly Said[]): string =>
  transcript.flatMap(({ role, utterance }) => (role === "USER" ? [utterance] : [])).join("\n");

/**
 * What the agent said before the call, and the caller let pass: it answered yes, or something else than what it wants.
 * @param before where the call was made among the messages. Without it, only a yes counts.
 */
export function agreedTo(
  transcript: readonly Said[],
  wanted: string,
  language: Language,
  before: number | undefined,
): string {
  const { phrases } = language;
  const yes = [...phrases.yes, ...phrases.go_ahead].map((phrase) => squeezed(phrase));
  return transcript
    .flatMap(({ role, utterance }, place) => {
      const answer = transcript[place + 1];
      if (role !== "AGENT" || answer?.role !== "USER" || (before !== undefined && place > before)) return [];
      const words = squeezed(answer.utterance);
      const isYes = yes.some((phrase) => words.includes(phrase));
      const passes =
        before !== undefined && ![utterance, answer.utterance].some((text) => isSaid(text, wanted, language));
      return isYes || passes ? [utterance] : [];
    })
    .join("\n");
}

/**
 * Whether the agent must have understood a value: a small number among others, such as "4, 1, 3", says little unless the agent says it
 * back.
 * @param name the name of the fact: "2 nights" says no 2 guests back
 */
export function isClear(
  transcript: readonly Said[],
  wanted: string,
  language: Language,
  name: string,
): boolean {
  const own = numberOf(wanted);
  if (own === undefined) return true;
  return transcript.some(({ role, utterance }) => {
    if (!isSaid(utterance, wanted, language)) return false;
    const said = clean(utterance).split(/[^\p{L}\p{M}\p{N}]+/u);
    const numbers = said.flatMap((word) => numberOf(word) ?? []);
    const isAlone = new Set(numbers).size === 1;
    if (role !== "AGENT") return isAlone;
    if (language.code !== "en") return true;
    const isOfUnit = said.some((word, at) => numberOf(word) === own && UNIT.test(fold(said[at + 1] ?? "")));
    return countsFor(said, own, fold(name)) || (isAlone && !isOfUnit);
  });
}

const UNIT =
  /^(?:(?:night|day|hour|minute|week|month|year|euro|pound|dollar|percent|metre|meter)s?|[ap]m|o|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})$/;
const ANY_COUNT = /quantity|qty|count|number|amount/;
const OF_PEOPLE = /^(?:people|persons?|guests?|adults?|players?|passengers?|seats?|party)/;

/** Whether a number among words counts what a fact counts: "2 guests", and not "2 nights". */
function countsFor(said: readonly string[], own: number, name: string): boolean {
  const named = name.split(/[^a-z]+/).filter((word) => word.length > 2);
  return said.some((word, at) => {
    const next = fold(said[at + 1] ?? "");
    if (numberOf(word) !== own) return false;
    const isNamed = named.some((one) => next.startsWith(one.slice(0, 4)));
    const isOfPeople = named.some((one) => OF_PEOPLE.test(one)) && OF_PEOPLE.test(next);
    return isNamed || isOfPeople || (next !== "" && !UNIT.test(next) && ANY_COUNT.test(name));
  });
}

const isCount = ({ value }: Pick<ErrandFact, "value">) => numberOf(String(value)) !== undefined;

/** Whether a text says a value for a fact: one count of several with what it counts, "2 adults". */
export const sayingOf =
  (fact: ErrandFact, all: readonly ErrandFact[], language: Language) =>
  (text: string, value: string): boolean =>
    isCount(fact) && all.filter(isCount).length > 1
      ? fold(text).includes(
          `${value} ${fold(fact.name)
            .replace(/[_\s]+/g, " ")
            .slice(0, 5)}`,
        )
      : isSaid(text, value, language);

/** "Um… No, large please." Only in English. */
export const SAYS_NO = /^(?:(?:um|uh|well|oh|er)[,….]{0,3} )?no\b/i;

/** Where the caller first said what it wants. Negative if it never did. */
export const firstTold = (transcript: readonly Said[], wanted: string, language: Language): number =>
  transcript.findIndex(({ role, utterance }) => role === "USER" && isSaid(utterance, wanted, language));

/** Where the caller last said no and what it wants instead, or else where it first said so. */
export function lastTold(
  transcript: readonly Said[],
  wanted: string,
  language: Language,
  before: number | null | undefined,
): number {
  const refused = transcript.findLastIndex(
    ({ role, utterance }, place) =>
      role === "USER" &&
      place < (before ?? Number.POSITIVE_INFINITY) &&
      SAYS_NO.test(utterance) &&
      isSaid(utterance, wanted, language),
  );
  return refused < 0 ? firstTold(transcript, wanted, language) : refused;
}

/** Whether the agent has said, after the caller's wish and before the call, what it does instead. */
export const saysAfter = (
  transcript: readonly Said[],
  told: number,
  first: string,
  says: (text: string, value: string) => boolean,
  before = Number.POSITIVE_INFINITY,
): boolean =>
  transcript.some(
    ({ role, utterance }, place) =>
      role === "AGENT" && place > told && place < before && says(utterance, first),
  );

/** Who says more at once than this may not have been understood in all of it. */
const MOST_AT_ONCE = 3;

/**
 * Whether the agent must have understood that a value is this fact's: the agent has said it back, or the caller has said it among few
 * others. One count of several has to be said with what it counts.
 */
export function isUnderstood(
  transcript: readonly Said[],
  fact: ErrandFact,
  all: readonly ErrandFact[],
  language: Language,
): boolean {
  const says = sayingOf(fact, all, language);
  const saysIt = ({ utterance }: Said) => says(utterance, String(fact.value));
  const told = transcript.findIndex((said) => said.role === "USER" && saysIt(said));
  if (told < 0) return false;
  if (transcript.some((said, place) => said.role === "AGENT" && place > told && saysIt(said))) return true;
  return (
    !(isCount(fact) && all.filter(isCount).length > 1) &&
    transcript.some(
      (said) =>
        said.role === "USER" &&
        saysIt(said) &&
        all.filter((one) => isSaid(said.utterance, String(one.value), language)).length <= MOST_AT_ONCE,
    )
  );
}

/** "+1 415 555 0175" says no 1. */
const LONG_NUMBER = /(?<![\p{L}\p{N}])\+?\d[\d ()-]{6,20}\d/gu;

/** Whether a text says a value. A short one has to be a word of its own: "2" is not said by a telephone number. */
export function isSaid(text: string, value: string | number, language: Language): boolean {
  if (saysWindow(text, String(value))) return true;
  const wanted = squeezed(String(value));
  const moment = WINDOW.test(String(value)) ? undefined : momentOf(String(value));
  if (moment) return saysMoment(text, moment, language);
  const month = saysMonth(text, String(value), language);
  if (month !== undefined) return month;
  if (wanted.length >= 4) return holdsValue(text, String(value));
  return clean(text)
    .replace(LONG_NUMBER, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .some((word) => word !== "" && (squeezed(word) === wanted || numberOf(word)?.toString() === wanted));
}

/** Whether a text says a fact: of a list, each item. */
export const saysAllOf = (text: string, { value, items = [] }: ErrandFact, language: Language): boolean =>
  isSaid(text, String(value), language) ||
  (items.length > 0 && items.every((item) => isSaid(text, item, language)));

/** The same, but a number has to be one by itself: "2 April" says no 2. */
export const isSaidApart = (text: string, value: string, language: Language): boolean => {
  const number = numberOf(value);
  return number === undefined
    ? isSaid(text, value, language)
    : findValues(text, language).some((said) => said.kind === "number" && numberOf(said.text) === number);
};

/** A window of hours: `12-16`. */
export const WINDOW = /^(\d{1,2})(?::00)? ?[-–] ?(\d{1,2})(?::00)?$/;
const HOURS = /(?<!\d)(\d{1,2})(?::00)?(?: ?[ap]m)? ?(?:and|to|until|till|-|–) ?(\d{1,2})(?!\d)/g;
const HALF_DAY_HOURS = 12;
const isHour = (hour: string, said = ""): boolean =>
  Number(hour) % HALF_DAY_HOURS === Number(said) % HALF_DAY_HOURS;

/** Whether a text says a window of hours, such as `12-16`, in words: "between 12 and 4 pm". */
function saysWindow(text: string, value: string): boolean {
  const [, from, to] = WINDOW.exec(value) ?? [];
  if (from === undefined || to === undefined) return false;
  return [...text.matchAll(HOURS)].some(([, first, last]) => isHour(from, first) && isHour(to, last));
}

/** Whether a text says a window of hours, and another one than this. */
export const saysOtherWindow = (text: string, value: string): boolean =>
  [...text.matchAll(HOURS)].length === 1 && !saysWindow(text, value);

/** Whether a text says a day and an hour, each in any form. */
function saysMoment(text: string, { date, time }: Moment, language: Language): boolean {
  const hour = time === undefined ? undefined : findValues(time, language)[0];
  return (
    (date === undefined || saysDate(text, date, language)) &&
    (hour === undefined ||
      (language.code === "en" && spokenTimes(text).includes((minutesOfDay(hour.text) ?? -1) % HALF_DAY)) ||
      findValues(text, language).some((said) => said.kind === "time" && !differs(said, hour, language)))
  );
}
