/** What the words of a goal say about a parameter: "Order a pizza for delivery" wants `fulfilment: delivery`. */

import { MONTHS } from "../../numbers/calendar.ts";
import { numberOf } from "../../rules-language/text/spoken-values.ts";
import type { ToolParameter } from "../../tools/tool.ts";
import { fold } from "../../transcript/fold.ts";
import { stemOf } from "../../words/english.ts";
import { breedInGoal } from "./companions.ts";
import { lengthInGoal } from "./lengths.ts";
import { hoursOfGoal, MONTH_AFTER_RANGE } from "./moments-in-goal.ts";
import { namedInGoal } from "./named-options.ts";
import { placeInGoal } from "./places.ts";
import { includesRun, numbersIn, stemsIn, wordsIn } from "./words-in-goal.ts";

const LONGEST_GOAL = 1_000;
const TITLED = /(?<!\p{L})((?:Dr|Doctor|Mr|Mrs|Ms|Miss|Prof|Professor)\.? \p{Lu}[\p{L}'’-]{1,30})/u;
/** People who work there. */
export const STAFF =
  /\b(?:doctor|dentist|vet|veterinarian|physician|practitioner|provider|clinician|therapist|stylist|barber|hairdresser|instructor|trainer|advisor|adviser|consultant|specialist)s?\b/;
const PEOPLE = new Set(
  "people persons person guests guest adults adult passengers passenger players player participants party covers diners seats".split(
    " ",
  ),
);
const SEAT = new Set(["seat", "ticket"].map(stemOf));
/** Between a number and what it counts: "two large pizzas". */
const NEAR = 3;

/** The one value of several that the goal's words name, in any of their forms. Undefined if none or several are named. */
export function optionInGoal<T extends string | number>(goal: string, options: readonly T[]): T | undefined {
  const named = reached(goal, namedInGoal(goal, options));
  return named.length === 1 ? named[0] : undefined;
}

/** Nobody calls for one of these. */
const OTHER = /^(?:other|misc|miscellaneous|none|unknown|n\/a)$/i;

/**
 * The values that a caller with this goal may have: those that its words name, otherwise all that say anything.
 * @param words the name of what has the value: of an old plan, "from basic to plus" names the first
 */
export function optionsForGoal<T extends string | number>(
  goal: string,
  options: readonly T[],
  words = "",
): readonly T[] {
  const named = reached(goal, namedInGoal(goal, options), BEFORE.test(words));
  if (named.length > 0) return named;
  const plain = options.filter((option) => !OTHER.test(String(option)));
  return plain.length > 0 ? plain : options;
}

const BEFORE = /\b(?:from|old|current|origin|departure|previous)\b/;

/** Of two values between which something moves, "from basic to plus", the one that it comes to, or from. */
function reached<T extends string | number>(
  goal: string,
  named: readonly T[],
  isBefore = false,
): readonly T[] {
  if (named.length !== 2) return named;
  const kept = namedInGoal(goal.slice(0, LONGEST_GOAL).replace(INSTEAD_OF, " "), named);
  if (kept.length === 1) return isBefore ? named.filter((one) => one !== kept[0]) : kept;
  const [, from = "", to = ""] = FROM_TO.exec(fold(goal.slice(0, LONGEST_GOAL))) ?? [];
  const within = (text: string) => namedInGoal(text, named);
  const [[old, ...olds], [new_, ...news]] = [within(from), within(to)];
  if (old === undefined || new_ === undefined || olds.length + news.length > 0) return named;
  return [isBefore ? old : new_];
}
const FROM_TO = /\bfrom ([^.,;]{1,60}?) to ([^.,;]{1,60})/;

/** "Delivered instead of collecting it" */
const INSTEAD_OF = /\b(?:instead of|rather than)\b[^.,;]{1,60}/gi;

/** "At 19:30" counts nothing. */
const CLOCK = /\b\d{1,2}:\d{2}\b/g;

/** "Six instead of four people" are six people. */
const INSTEAD = /(?<=\p{L}|\d) instead of (?:\d{1,6}|\p{L}{3,12})(?= \p{L})/giu;
/** "Order CC-1051" counts nothing either. */
const CODE = /(?<![\p{L}\p{N}])\p{Lu}{1,4}-?\d[\p{Lu}\d-]{0,10}/gu;
/** Nor does "12 Elm Court". */
const STREET =
  /\b\d{1,4}[a-z]? (?:\p{Lu}[\p{L}'’]{1,20} ){1,3}(?:Avenue|Close|Court|Crescent|Drive|Gardens|Grove|Hill|Lane|Park|Place|Road|Row|Square|Street|Terrace|View|Walk|Way)\b/gu;
/** "One more player" are more than one. */
const MORE_OF = /\b(?:\d{1,3}|\p{L}{3,6}) (?:additional|extra|further|more) (\p{L}{3,15})\b/giu;
const plainOf = (goal: string): string =>
  [CLOCK, CODE, STREET]
    .reduce((text, one) => text.replace(one, " "), goal.slice(0, LONGEST_GOAL))
    .replace(INSTEAD, "");

/** Whether a goal wants so many more of what a parameter counts than there are. */
export const wantsMore = (goal: string, words: string): boolean =>
  [...goal.slice(0, LONGEST_GOAL).matchAll(MORE_OF)].some(([, noun = ""]) =>
    words.split(" ").some((word) => stemOf(word) === stemOf(noun.toLowerCase())),
  );

/** How many a goal names of the one thing of several that it names: one for "a winter coat". */
export function countOf(goal: string, things: readonly string[]): number | undefined {
  const all = wordsIn(plainOf(goal));
  const stems = all.map(stemOf);
  const numbers = numbersIn(all);
  const [only, ...others] = things.flatMap((thing) => {
    const run = stemsIn(thing);
    const at = all.findIndex((_, from) => run.every((stem, step) => stems[from + step] === stem));
    return at < 0 ? [] : [at];
  });
  if (only === undefined || others.length > 0) return undefined;
  // "Three copies of a Yale key"
  const article = /^(?:an?|the)$/.test(all[only - 1] ?? "") ? only - 1 : only;
  const of = all[article - 1] === "of" ? numbers.find(({ end }) => end === article - 2) : undefined;
  if (of) return of.number;
  const number = numbers.findLast(({ end }) => end <= only && only - end < NEAR)?.number;
  const before = all.slice(Math.max(0, only - NEAR), only);
  if (number !== undefined || before.some((word) => /^(?:couple|few|several)$/.test(word))) return number;
  if (before.includes("dozen")) return 12;
  return before.some((word) => /^(?:an?|another)$/.test(word)) ? 1 : undefined;
}

/** The number of those that a goal counts by one of some words, given by their stems. */
export function countedInGoal(goal: string, stems: ReadonlySet<string>): number | undefined {
  const all = wordsIn(plainOf(goal));
  const numbers = numbersIn(all);
  const counted = numbers.find(({ end }) =>
    all
      .slice(end, Math.min(end + NEAR, numbers.find(({ at }) => at >= end)?.at ?? all.length))
      .some((word) => stems.has(stemOf(word))),
  )?.number;
  // "Two adults and a child"
  return counted ?? (namesOne(all, stems) ? 1 : undefined);
}

/** All that a goal counts or measures, each with the word after it. */
export function countsIn(goal: string): { number: number; after: string }[] {
  const all = wordsIn(
    plainOf(goal)
      .replace(/\b(?:a|the) couple of\b/gi, "two")
      .replace(/\b(?:a )?dozen\b/gi, "twelve"),
  );
  return numbersIn(all).map(({ number, end }) => ({ number, after: all[end] ?? "" }));
}

/** One thing to whoever counts them. */
export const YOUNG = ["child", "children", "kids", "pupils"];

/** Who fetches it needs no address: "picks them up on Saturday". */
export const COLLECTS = /\b(?:pick(?:s|ed|ing)? ?(?:(?:it|them|that|this) )?up|collect\w{0,4}|take ?away)\b/i;

/** The number that the goal gives for a parameter: "for four people", "two nights". */
export function numberInGoal(written: string, words: string): number | undefined {
  const goal = plainOf(written).replace(MORE_OF, "$1");
  const special = OF_MONEY.test(words) ? amountIn(goal) : /\bage\b/.test(words) ? ageIn(goal) : undefined;
  const said = special ?? lengthInGoal(goal, words);
  if (said !== undefined) return said;
  const all = wordsIn(goal);
  const named = words.split(" ");
  const wanted = new Set(
    [...named, ...(named.some((word) => YOUNG.includes(word)) ? YOUNG : [])].map(stemOf),
  );
  // Seats for children are not those of the passengers.
  const isOfPeople = words.split(" ").some((word) => PEOPLE.has(word)) && !OF_CHILDREN.test(words);
  const numbers = numbersIn(all).filter(
    ({ at, end }) => !isOfMoment(all[at - 1] ?? "", all[at] ?? "", all[end] ?? ""),
  );
  if (MEASURED.test(words)) return measuredIn(all, numbers, wanted);
  // What comes after the next number is what that one counts.
  const counts = ({ end }: { end: number }) =>
    all.slice(end, Math.min(end + NEAR, numbers.find(({ at }) => at >= end)?.at ?? all.length));
  const own = numbers.find((one) =>
    counts(one).some((word) => (isOfPeople ? PEOPLE.has(word) : wanted.has(stemOf(word)))),
  );
  // "Two adults and two children" are four guests.
  const children = numbers.find((one) => counts(one).some((word) => /^(?:child|children|kids?)$/.test(word)));
  if (own && children && children !== own && EVERYBODY.test(words) && !UNDER_AGE.test(words))
    return own.number + children.number;
  if (own) return own.number;
  // "The five of them", "a school group of 25"
  const isAll = isOfPeople || /\bgroup\b/.test(words);
  const of = isAll ? numbers.find(({ at, end }) => isOfGroup(all, at, end)) : undefined;
  if (of) return of.number;
  if (!isOfPeople && !/\bsize\b/.test(words) && namesOne(all, wanted)) return 1;
  if (words.split(" ").includes("hours")) return hoursIn(goal);
  if (words.split(" ").includes("nights")) return weeksIn(all) ?? nightsIn(goal);
  const isCount = /\b(?:quantity|qty|count)\b/.test(words);
  if ((isOfPeople || isCount) && /\b(?:a|the) couple\b/i.test(goal)) return 2;
  const isAlone = /\b(?:alone|on (?:her|his|my|their) own|single (?:room|cabin)|solo)\b/i.test(goal);
  if (isAlone && OF_CHILDREN.test(words)) return 0;
  if (isAlone && isOfPeople) return 1;
  if (isOfPeople)
    // "A window seat" is for one.
    return (
      numbers.find(
        (one) =>
          ["for", "of"].includes(all[one.at - 1] ?? "") &&
          !counts(one)[0]?.match(/^(?:days?|nights?|weeks?|hours?)$/),
      )?.number ?? (namesOne(all, SEAT) ? 1 : undefined)
    );
  if (!isCount) return undefined;
  if (numbers.length === 0 && A_THING.test(goal)) return 1;
  // "five city bikes for three days"
  const [only, ...others] = numbers.filter((one) => !UNITS.test(counts(one)[0] ?? ""));
  if (others.length > 0 || only === undefined) return undefined;
  const [counted = ""] = counts(only);
  // "Four seats" are bought, and "a van with nine seats" is one.
  const isBought = counted === "seats" && all[only.at - 1] !== "with";
  return isBought || !PEOPLE.has(counted) ? only.number : undefined;
}

const isOfGroup = (all: readonly string[], at: number, end: number): boolean =>
  (all[end] === "of" && /^(?:them|us)$/.test(all[end + 1] ?? "")) ||
  (all[at - 1] === "of" && /^(?:class|company|group|party)$/.test(all[at - 2] ?? ""));

/** Whether one of them is named: "a large bag" of bags, and not "a group of nine". */
const namesOne = (all: readonly string[], stems: ReadonlySet<string>): boolean =>
  all.some(
    (word, at) =>
      /^an?$/.test(word) &&
      all
        .slice(at + 1, at + NEAR)
        .some((noun, step) => !noun.endsWith("s") && stems.has(stemOf(noun)) && all[at + step + 2] !== "of"),
  );

const MEASURED = /\b(?:reading|counter|mileage|odometer|balance|consumption)\b/;
/** Between what is measured and its number: "a reading of about". */
const LINKS = new Set("of is was at as about around exactly now reads shows says".split(" "));
const FEWEST_FIGURES = 3;

/** "The right reading, 15980", or the one long number of a goal that is about a reading. */
function measuredIn(
  all: readonly string[],
  numbers: readonly { number: number; at: number }[],
  wanted: ReadonlySet<string>,
): number | undefined {
  const isWanted = (word = "") => wanted.has(stemOf(word));
  const long = numbers.filter(({ number }) => String(number).length >= FEWEST_FIGURES);
  const labelled = long.filter(({ at }) => {
    const before = all.slice(Math.max(0, at - NEAR), at);
    const from = before.findLastIndex(isWanted);
    return from >= 0 && before.slice(from + 1).every((word) => LINKS.has(word));
  });
  const [only, ...others] = labelled.length > 0 ? labelled : all.some(isWanted) ? long : [];
  return others.length === 0 ? only?.number : undefined;
}

const EVERYBODY = /\b(?:people|persons|guests?|party|passengers?|players?|participants)\b/;
const OF_CHILDREN = /\b(?:bab(?:y|ies)|booster|child|children|infants?|kids?)\b/;
const UNDER_AGE = /\b(?:adults?|child|children|kids?)\b/;
const UNITS =
  /^(?:(?:minute|hour|day|night|week|month|year|metre|meter|mile|euro|pound|dollar|percent)s?|km|kg|square)$/;

/** "for a week", "two weeks", "a week's holiday": in nights. */
function weeksIn(words: readonly string[]): number | undefined {
  const at = words.findIndex((word) => /^week(?:s|['’]s|s['’])?$/.test(word));
  const count = words[at - 1] ?? "";
  const weeks = /^an?$/.test(count) ? 1 : numberOf(count);
  return at < 0 || weeks === undefined ? undefined : 7 * weeks;
}

/** "from nine until noon" */
function hoursIn(goal: string): number | undefined {
  const span = hoursOfGoal(goal);
  return span ? (span.to - span.from) / 60 : undefined;
}

/** "from 1 to 4 May" */
function nightsIn(goal: string): number | undefined {
  const [, from, to] = MONTH_AFTER_RANGE.exec(goal.slice(0, LONGEST_GOAL)) ?? [];
  const nights = Number(to) - Number(from);
  return nights > 0 ? nights : undefined;
}

/** "A caller of 23", "aged 41" */
const OF_AGE =
  /^(?:an?|the|some\w{3,4}) (?:\w{2,20} )?of (\d{1,3})\b|\b(?:aged|turned|turns) (\d{1,3}|[a-z]{3,9})\b|\b(\d{1,3}|[a-z]{3,9})[- ]years?[- ]old\b|\bwho is (\d{1,3}|[a-z]{3,9})(?=[,.;]|$)/i;
const ageIn = (goal: string): number | undefined => {
  const [, of, aged, old, is] = OF_AGE.exec(goal.slice(0, LONGEST_GOAL)) ?? [];
  const age = of ?? aged ?? old ?? is;
  return age === undefined ? undefined : numberOf(age.toLowerCase());
};

/** "110 euros a month", "£1,200" */
const MONEY =
  /[£$€] ?(\d{1,3}(?:,\d{3})+|\d{1,7})(\.\d{1,2})?|(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d{1,7})(\.\d{1,2})? ?(?:€|(?:euros?|pounds?|dollars?|EUR|GBP|USD)\b)/gi;
export const OF_MONEY =
  /\b(?:amount|instal?lment|payment|budget|limit|price|sum|value|deposit|eur|euros?|gbp|pounds|usd|dollars)\b/;

/** The one amount that a goal names. */
function amountIn(goal: string): number | undefined {
  const all = [...goal.slice(0, LONGEST_GOAL).matchAll(MONEY)].map(([, a, b = "", c, d = ""]) =>
    Number(`${(a ?? c ?? "").replaceAll(",", "")}${b || d}`),
  );
  const [only, ...others] = new Set(all);
  // "Pay only 60 euros, and settle for 90 if that is not possible"
  return others.length === 0 || /\bsettle\b|\bif that\b|\binstead\b/i.test(goal) ? only : undefined;
}

/** "Order a birthday cake", "The customer wants a carrot cake" */
const A_THING =
  /^(?:[^.,;]{0,40}\b(?:buys|needs|orders|wants|would like) |\p{L}{2,15} )(?:an?|one) (?!few\b|couple\b|dozen\b)\p{L}/u;

/** Whether a number between two words is an hour or a day: "at 9", "6 March", "March 6", "3 pm". */
const isOfMoment = (before: string, number: string, after: string): boolean =>
  before === "at" ||
  (MONTHS.includes(before) && /^\d/.test(number)) ||
  MONTHS.includes(after) ||
  /^(?:am|pm|o'clock)$/.test(after);

/** A yes or a no: "with full insurance", "without breakfast". */
export function switchInGoal(goal: string, words: string): boolean | undefined {
  const said = stemsIn(goal);
  const wanted = stemsIn(words).filter((stem) => !EMPTY.has(stem));
  if (wanted.length === 0 || !includesRun(said, wanted)) return undefined;
  const at = said.indexOf(wanted[0] ?? "");
  return !said.slice(Math.max(0, at - 2), at).some((stem) => NEGATIONS.has(stem));
}

/** A name that the goal gives: of a person who works there, of the caller, of a city. */
export function nameInGoal(goal: string, words: string, path: ToolParameter["path"]): string | undefined {
  if (STAFF.test(words)) return staffInGoal(goal);
  return /\bbreed\b/.test(words) ? breedInGoal(goal) : placeInGoal(goal, words, path);
}

/** "Dr Patel" */
export const staffInGoal = (goal: string): string | undefined =>
  TITLED.exec(goal.slice(0, LONGEST_GOAL))?.[1];

const EMPTY = new Set(["with", "wants", "want", "add", "inclu", "has", "is", "need"].map(stemOf));
const NEGATIONS = new Set(["no", "not", "without", "don't", "never"].map(stemOf));
