/** What an agent says is not available: "10:00 is gone", "Tuesday is full", "I can book to the end of June". Only in English. */
import { fold } from "../../transcript/fold.ts";
import { HALF_DAY, minutesOfDay } from "../facts/dates.ts";
import type { Fact } from "../facts/facts.ts";
import { numberOf } from "../facts/rivals.ts";
import { findValues } from "../facts/values.ts";
import type { Heard } from "../hearing/hear.ts";
import type { Language } from "../language.ts";
import { boundsAround, type DayBound } from "./bounds.ts";
import { saysFact } from "./says-fact.ts";

interface Hearing {
  readonly heard: Heard;
  readonly language: Language;
}

const CANNOT =
  /\b(?:can(?:not|'t)|won't|don't|doesn't|do not|does not|isn't|aren't|is not|are not|no|not|nothing|only|outside|unable|unfortunately|sorry|afraid)\b/;
const BOUNDS = [
  /\b(?:more than|less than|fewer than|ago|too \w{2,6}|lowest|highest|below|above|beyond|already|longest|shortest|at (?:the )?(?:most|least|latest|earliest)|maximum|minimum|the most)\b/,
  /\b(?:still to come|in the future|the least|up to|until|unavailable|between|from|start|last|earliest|latest|works?|ahead|in advance)\b/,
];
const NOT_UNDERSTOOD =
  /\b(?:understand|understood|follow|catch|rephrase|missed|loud|other words|another way|once more|get that|get it|clear to me|past me|quite get)\b/;
const DENIES = [
  /\b(?:can't|cannot|can not|(?:is|are|do|does)(?:n't| not)|has no time|have no time|nothing|no longer|unavailable|away|day off|on holiday)\b/,
  /(?:\b(?:is|are|was|were|be|been)|'s|'re) (?:\w{2,10} )?(?:full|gone|taken|closed|off|shut|booked)\b|\ball gone\b/,
  /\b(?:fully booked|booked (?:up|out)|sold out|out of stock|(?:run|ran) out|closed on)\b|^(?:full|gone|taken|closed)\b/,
  /\bno (?:\w{1,20} )?(?:slots?|appointments?|availability|tables?|rooms?|space|times?|places?|seats?|sailings?|vacanc(?:y|ies))\b/,
  /\b(?:there(?:'s| is| are)|(?:i|we)(?:'ve| have)(?: got)?) no (?!(?:\w{3,10} )?(?:charge|costs?|deposit|fees?|hurry|need|problem|queue|rush|wait)\b)/,
  /\bonly \w{1,10} (?:[\w-]{1,15} ){0,3}(?:is |are )?(?:left|available|free)\b/,
];
const GONE = DENIES.slice(1);
/** Where a sentence comes from what is gone to what there is: "10:00 is gone, I've got 09:30". */
export const GOES_ON =
  /[.!?;\n](?!\d)|,? \b(?:but|though|however|whereas)\b|, (?=(?:i|we|there|he|she|they|only)\b)| [–—-] /i;
const LONGEST = 4_000;
const PARTS_MAXIMUM = 60;

const denies = (part: string): boolean => !NOT_UNDERSTOOD.test(part) && DENIES.some((one) => one.test(part));

const denialsIn = ({ text }: Heard): string[] =>
  fold(text)
    .slice(0, LONGEST)
    .split(GOES_ON, PARTS_MAXIMUM)
    .map((part) => part.trim())
    .filter(denies);

/** Whether a folded sentence says what cannot be, or how far something goes. */
export const isLimitSaid = (sentence: string): boolean =>
  !NOT_UNDERSTOOD.test(sentence) && [CANNOT, ...BOUNDS, ...DENIES].some((pattern) => pattern.test(sentence));

/** Whether a folded part of a sentence says what cannot be. */
export const saysNo = (part: string): boolean => CANNOT.test(part) || denies(part);

const LOST =
  /(?:\b(?:not|never|still|cannot)|n't)\b.{0,20}\b(?:understand|understood|follow|catch|caught|get (?:that|it)|got it|clear to me|make (?:that|it) out)\b/;
/** "Sorry, I did not get that." */
export const saysNotUnderstood = ({ heard, language }: Hearing): boolean =>
  language.code === "en" && heard.statements.some((one) => LOST.test(one));

const APOLOGY =
  /\b(?:sorry|apolog\w{2,6}|pardon|forgive|slow today|stuck|lost|not working|isn't working|don't (?:get|understand|follow)|unable to follow|clicking|anywhere)\b/;
/** Whether an agent has not followed, or says that it has not in whatever words. */
export const isLost = ({ heard, language }: Hearing): boolean =>
  saysNotUnderstood({ heard, language }) || (language.code === "en" && APOLOGY.test(fold(heard.text)));

/** Whether a message says that something is impossible, before it asks again. */
export const saysLimit = ({ heard }: Pick<Hearing, "heard">): boolean => heard.statements.some(isLimitSaid);

/** Whether the agent calls impossible what a fact wants, in whatever form it says that. */
export function isDenied(
  fact: Fact,
  { heard, language, caller }: Hearing & { readonly caller: { readonly facts: readonly Fact[] } },
): boolean {
  if (language.code !== "en") return false;
  const times = caller.facts.filter(({ value }) => isTime(value, language));
  // "10:00 on Thursday is gone" is about no other hour of that day.
  const isAtOtherHour = (part: string) =>
    times.length > 0 &&
    findValues(part, language).some(({ kind }) => kind === "time") &&
    !times.some((time) => saysFact(part, time, language));
  // "10:00, so not 09:30. Is that right?" denies nothing, and "10:00 is full. Is 09:30 all right?" does.
  const denials = denialsIn(heard).filter((part) => !heard.check || GONE.some((one) => one.test(part)));
  return (
    denials.some(
      (part) =>
        (saysFact(part, fact, language) || saysHour(part, fact, language)) &&
        !(fact.date !== undefined && isAtOtherHour(part)),
    ) ||
    (!heard.check && exceeded(fact, { heard, language }) !== undefined)
  );
}

const boundsOf = ({ date }: Pick<Fact, "date">, { heard, language }: Hearing): DayBound[] =>
  date === undefined || heard.proceed || language.code !== "en"
    ? []
    : boundsAround(heard.statements, date, language);

/** The bound that a day exceeds, in the agent's words, and the day that is nearest within. */
export const exceeded = (fact: Pick<Fact, "date">, hearing: Hearing): DayBound | undefined =>
  boundsOf(fact, hearing).find((one) => one.exceeded);

/** Whether a day is within all bounds that the agent states. */
export const isWithinBounds = (fact: Pick<Fact, "date">, hearing: Hearing): boolean => {
  const bounds = boundsOf(fact, hearing);
  return bounds.length > 0 && !bounds.some((one) => one.exceeded);
};

/** Whether the agent says that the value is not available, or that nothing of the kind is. */
export function isUnavailable(fact: Fact, { heard, language }: Hearing): boolean {
  if (language.code !== "en") return false;
  return denialsIn(heard).some(
    (part) =>
      saysFact(part, fact, language) || / (?:that|it|then|those|this)\b/.test(part) || part.length < SHORT,
  );
}
/** What is this short is about what was asked for: "We're fully booked." */
const SHORT = 60;

const isTime = (value: string, language: Language): boolean =>
  findValues(value, language)[0]?.kind === "time";

/** "Ten is taken", "no room at 10". */
function saysHour(part: string, { value }: Fact, language: Language): boolean {
  const [own] = findValues(value, language);
  const minutes = own?.kind === "time" ? minutesOfDay(own.text) : undefined;
  if (minutes === undefined || minutes % 60 !== 0) return false;
  return findValues(part, language).some(
    ({ kind, text, end }) =>
      kind === "number" &&
      ((numberOf(text) ?? Number.NaN) * 60 - minutes) % HALF_DAY === 0 &&
      /^(?: (?:is|was|isn't|on|that|then|either)\b|[,.]|$)/.test(part.slice(end)),
  );
}
