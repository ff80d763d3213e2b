/**
 * What a caller takes when it is told that its wish is impossible: what the agent names instead, or else something near. Only in
 * English.
 */
import { DAY_MS } from "../../../contract/duration.ts";
import { WEEKDAYS } from "../../numbers/calendar.ts";
import { fold, mentions } from "../../transcript/fold.ts";
import { minutesOfDay } from "../facts/dates.ts";
import type { Fact } from "../facts/facts.ts";
import { datesIn, spokenDate } from "../facts/moments.ts";
import { numberOf } from "../facts/rivals.ts";
import { isAmount, sumOf } from "../facts/sums.ts";
import { findValues } from "../facts/values.ts";
import type { Language } from "../language.ts";
import { exceeded, GOES_ON, isLimitSaid, saysLimit, saysNo } from "../understanding/denied.ts";
import { words } from "../words.ts";
import type { Turn } from "./reply.ts";
import { kindOf } from "./volunteer.ts";

/** What a fact becomes. */
export interface Changed {
  /** Position of the fact. */
  readonly fact: number;
  readonly value: string;
  /** ISO 8601. */
  readonly date?: string;
}

const EARLIER =
  /\b(?:longest|earlier|ahead|in advance|at (?:the )?(?:most|latest)|up to|no later|too far|maximum|the most)\b/;
/** Days from the wish, in the order in which to ask for them. */
const NEXT = [1, 2, 3, -1];
const TO_COME = /\b(?:still to come|in the future|not (?:yet )?happened|hasn't happened)\b/;
const AGO = /\b(?:ago|too old|in the past|too long)\b/;
const AFTER = [7, 14, 21, 28];
const BEFORE = [-7, -14, -21, -28];

/** Nobody wants another date of birth. */
export const isWish = ({ label }: Pick<Fact, "label">): boolean => !/\b(?:birth|born|dob)\b/.test(label);

/** What the caller may take instead of a fact, the best first. Empty if the agent names no limit. */
export function insteadOf(place: number, turn: Turn): Changed[] {
  const fact = turn.caller.facts[place];
  if (!fact || !isWish(fact) || !saysLimit(turn)) return [];
  const told = turn.heard.statements.filter(isLimitSaid).join(". ");
  switch (kindOf(fact)) {
    case "date":
      return datesInstead(place, fact, told, turn);
    case "time":
      return timesInstead(place, fact, turn);
    case "number":
      return numbersInstead(place, fact, told, turn);
    case "other":
      return isAmount(fact.value)
        ? numbersInstead(place, fact, told, turn)
        : othersInstead(place, fact, turn.heard.text);
  }
}

function datesInstead(fact: number, { date, label }: Fact, told: string, turn: Turn): Changed[] {
  if (date === undefined) return [];
  const { heard, language } = turn;
  const bound = exceeded({ date }, turn);
  const named = datesIn(heard.text, language).filter(({ text, is }) => is(date) !== true && /\d/.test(text));
  const own = Date.parse(`${date}T00:00:00Z`);
  const onDay = (offset: number): Changed => {
    const iso = new Date(own + offset * DAY_MS).toISOString().slice(0, 10);
    return { fact, value: spokenDate(iso, label, language), date: iso };
  };
  const days = WEEKDAYS.flatMap((day, place) => (mentions(told, [day, `${day}s`]) ? [place] : []));
  const wanted = new Date(own).getUTCDay();
  const offsets = days.filter((day) => day !== wanted).map((day) => (day - wanted + 7) % 7);
  const offered = named.map(({ text }): Changed => ({ fact, value: text }));
  const near = offsets.toSorted((a, b) => a - b).map(onDay);
  if (bound) {
    const last = (Date.parse(`${bound.date}T00:00:00Z`) - own) / DAY_MS;
    // The same day of the week, within the bound.
    const back = last < 0 ? -7 * Math.ceil(-last / 7) : 7 * Math.ceil(last / 7);
    return [...offered.toReversed(), ...[back, last].map(onDay)];
  }
  const steps = AGO.test(told) ? AFTER : EARLIER.test(told) || TO_COME.test(told) ? BEFORE : NEXT;
  return [...offered.toReversed(), ...near, ...steps.map(onDay)];
}

function timesInstead(fact: number, { value }: Fact, { heard, language }: Turn): Changed[] {
  const own = minutesOfDay(value);
  return findValues(heard.text, language)
    .filter(({ kind, text }) => kind === "time" && minutesOfDay(text) !== own)
    .map(({ text }) => ({ fact, value: text }));
}

function numbersInstead(
  fact: number,
  { value, label, slot }: Fact,
  told: string,
  { language, caller, state }: Turn,
): Changed[] {
  const own = numberOf(value) ?? sumOf(value) ?? 0;
  if (slot !== null && !COUNTED.has(slot)) return [];
  const isAbout = (name: string) => {
    const stem = stemIn(name, language);
    return stem.length > 2 && told.includes(stem);
  };
  // "No child tickets for this one" is not about the adults.
  if (!isAbout(label) && caller.facts.some((other) => kindOf(other) === "number" && isAbout(other.label)))
    return [];
  const plain = /\b(?:day|week)s?\b/.test(label) ? told : told.replace(OTHER_UNIT, " ");
  const said = findValues(plain, language).flatMap(({ kind, text }) =>
    kind === "number" || kind === "amount" ? (sumOf(text) ?? numberOf(text) ?? []) : [],
  );
  // "No child tickets for this one": none then.
  const none = isWithout(told, stemIn(label, language)) && own > 0 && own < 5 ? [0] : [];
  const isBound =
    /\b(?:lowest|highest|below|above|beyond|more than|most|least|maximum|minimum|up to|only|more than|less than|limit|between)\b/.test(
      told,
    );
  const wish = caller.goals[state.goal] ?? "";
  const isWished = (number: number) => mentions(wish, [String(number)]);
  const bounds = said
    .filter((number) => number !== own)
    .toSorted((a, b) => Number(isWished(b)) - Number(isWished(a)) || Math.abs(a - own) - Math.abs(b - own));
  const fewer = own > 1 && isBound ? [own - 1, 1] : [];
  return [...(isBound ? bounds : []), ...none, ...fewer].map((number) => ({
    fact,
    value: String(number),
  }));
}

/** Nobody counts with the number of a postcode or a booking. */
const COUNTED: ReadonlySet<string> = new Set(["quantity", "amount", "age", "time"]);
/** "By 25 percent at most", "up to ten working days": no number of these is a count or a sum. */
const OTHER_UNIT =
  /\b(?:\d{1,4}|\p{L}{2,9}) ?(?:%|percent\b|per cent\b|(?:working |business )?(?:days?|weeks?)\b)/gu;

/** "No child tickets", and not "5 days, no helmets". */
const isWithout = (told: string, stem: string): boolean =>
  stem.length > 2 &&
  [...told.matchAll(/\b(?:no|without|not any) ((?:[^\s.,;]{1,30} ){0,2}[^\s.,;]{1,30})/g)].some(
    ([, what = ""]) => what.includes(stem),
  );

const stemIn = (label: string, { code }: Language): string =>
  (words(label, code).at(-1) ?? "").replace(/s$/, "").slice(0, 5);

/** Another of the values that it may have, if the agent names one that it does not deny in the same breath. */
function othersInstead(fact: number, { value, options = [] }: Fact, text: string): Changed[] {
  const parts = text.split(GOES_ON, 40);
  const saying = (part: string, option: string) =>
    mentions(fold(part), [fold(option)]) ? option : spelledBy(option, part);
  const isDenied = (part: string) =>
    (saysNo(fold(part)) || /\balready\b/i.test(part)) && !/^only\b/.test(part);
  if (!parts.some((part) => isDenied(part) && saying(part, value) !== undefined)) return [];
  const others = options.filter((option) => fold(option) !== fold(value));
  const named = others.flatMap((option) => {
    const said = parts.filter((part) => !isDenied(part)).flatMap((part) => saying(part, option) ?? [])[0];
    return said === undefined ? [] : [{ fact, value: said }];
  });
  return named.length === 0 && ANOTHER.test(text) ? others.map((option) => ({ fact, value: option })) : named;
}

/** "Which other one would you like?" takes any other that the tool knows. */
const ANOTHER = /\b(?:other|another|different|something else)\b/i;

const CODE = /^[A-Z]{2,4}$/;
const NAMES = /\p{Lu}\p{Ll}{2,20}(?: \p{Lu}\p{Ll}{2,20})?/gu;

/** The name in a text that a code stands for: "Oslo" for OSL. */
function spelledBy(code: string, text: string): string | undefined {
  if (!CODE.test(code)) return undefined;
  return (text.slice(0, 2_000).match(NAMES) ?? []).find((name) => {
    const letters = name.toUpperCase().replace(" ", "");
    if (!letters.startsWith(code.charAt(0))) return false;
    const end = [...code].reduce((at, letter) => (at < 0 ? -1 : letters.indexOf(letter, at) + 1 || -1), 0);
    return end > 0;
  });
}
