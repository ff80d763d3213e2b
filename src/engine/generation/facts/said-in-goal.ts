/**
 * What a goal says of its caller in so many words: "order KF-70412", "for Jonas Weber, born 3 April 1990", "phone 0171 5552389".
 * Only in English.
 */
import { dayAndMonth } from "../../caller/facts/dates.ts";
import { factsOf } from "../../caller/facts/facts.ts";
import { languageOf, type Slot } from "../../caller/language.ts";
import { CALENDAR } from "../../numbers/calendar.ts";
import { clean, fold } from "../../transcript/fold.ts";
import { companionIn } from "./companions.ts";

const LONGEST_GOAL = 1_000;
/** "KF-70412", "BRK 77", "HV-2077A", "7A", or four figures and more. */
const CODES =
  /(?<![\p{L}\p{N}.,:/-])(?:[A-Z]{1,4}[ -]?\d{1,10}(?:[ -]?[A-Z\d]{1,6}){0,2}|\d{1,3}[A-Z]|\d{4,14})(?![\p{L}\p{N}]|[.:/-]\d)/gu;
/** Between what a code belongs to and the code: "order number is". */
const LABEL_WORDS = 4;
const NAME =
  "(\\p{Lu}[\\p{L}'’-]{1,30}(?: (?:(?:de|van|von|der|da|bin|al) ){0,2}\\p{Lu}[\\p{L}'’-]{1,30}){0,3})";
const RELATION = "son|daughter|child|wife|husband|partner|mother|father|brother|sister";
const INTRODUCED = new RegExp(
  `\\b(?:[Cc]ustomer(?! (?:Service|Support|Care))|[Cc]lient|[Pp]atient|[Gg]uest|[Mm]ember|[Ss]tudent|[Pp]upil|(?:my|your)self,|(?:${RELATION}),?|[Nn]ame(?: is| of)?|named|called|booking is under) ${NAME}(?![-\\d])`,
  "u",
);
const WORD = "\\p{Lu}[\\p{L}'’-]{1,30}";
/** "Customer Petersen (order KF-70412) " and "Oskar Vilks, client M-3220, ", before what they want. */
const LEADING = new RegExp(
  `^(?:(?:The |A )?(?:[Cc]ustomer|[Cc]lient|[Pp]atient|[Gg]uest) (?!Service|Support|Care)(${WORD}(?: ${WORD})?)|(${WORD} ${WORD}))(?: \\([^()]{1,60}\\)|,[^,]{1,40},| with [^.,;]{1,40}?)? (?=(?:[a-z]{0,10}s|can't|cannot)\\b)`,
  "u",
);
/** "The dog Biscuit", "a limping dog called Rolo", "her cat, Luna" */
const ANIMAL = new RegExp(
  `\\b(?:bird|budgie|bunny|cat|dog|ferret|guinea pig|hamster|horse|kitten|parrot|pet|pony|puppy|rabbit|tortoise),?(?: (?:called|named))? (${WORD})`,
  "u",
);
/** "at 14 Rose Street", "3 Park Lane", "Hill Road 7" */
const STREETS = "Avenue|Close|Court|Drive|Lane|Place|Quay|Road|Square|Street|Terrace|Way";
const ADDRESS = new RegExp(
  `\\b(\\d{1,4}[A-Za-z]? (?:${WORD} ){1,3}(?:${STREETS})|(?:${WORD} ){1,3}(?:${STREETS}) \\d{1,4}[a-z]?)\\b`,
  "u",
);
/** "from 14 Elm Grove": where somebody is, whatever the street is called. */
const PLACED = new RegExp(`\\b(?:at|from|in|of|to) (\\d{1,4}[A-Za-z]? ${WORD}(?: ${WORD}){0,2})`, "u");
const BORN = new RegExp(`${NAME}(?=,? (?:who was )?born\\b)`, "u");
/** "…, Nora Quinn, nora@example.com" */
const LISTED = new RegExp(`, ${NAME}(?=, (?:phone |tel )?(?:\\+?\\d{2}|[\\w.]{1,40}@))`, "u");
const STREET = /\b(?:Avenue|Close|Court|Drive|Lane|Park|Place|Quay|Road|Square|Street|Terrace|Way)$/;
/** What follows is a person's: "for Ole Brandt, ole@example.com", and not "for Swan Lake". */
const FOR = new RegExp(`\\bfor ${NAME}(?=,? \\(?(?:\\d|\\+\\d|aged?\\b|phone\\b|[\\w.]{1,40}@))`, "u");
/** "… without helmets for Pat Ryan" */
const AT_THE_END = new RegExp(`\\bfor ${NAME}\\.?$`, "u");

/**
 * The number or code that the goal gives for something that exists already.
 * @param names words for the thing: "order number", "order"
 * @param form what its codes look like, if the agent's texts show one
 */
export function codeInGoal(
  goal: string,
  names: readonly string[],
  form: string | undefined,
): string | undefined {
  const text = clean(goal.slice(0, LONGEST_GOAL));
  const wanted = new Set(names.flatMap((name) => name.split(" ")).filter((word) => !GENERIC.has(word)));
  const found = [...text.matchAll(CODES)].map(({ 0: code, index }) => ({
    code,
    labels: labelsAt(text, index),
    isAside: text[index - 1] === "(",
  }));
  const alike = found.filter(({ code }) => form !== undefined && shapeOf(code) === shapeOf(form));
  const labelled = (alike.length > 0 ? alike : found).filter(({ labels }) =>
    labels.some((word) => wanted.has(word)),
  );
  // "Customer Moreau (KF-69977)"
  const asides = found.filter(({ code, isAside }) => isAside && /[A-Z]/.test(code));
  const chosen = [labelled, alike, asides].find((some) => some.length > 0) ?? [];
  const codes = new Set(chosen.map(({ code }) => code));
  return codes.size === 1 ? [...codes][0] : undefined;
}

const FEWEST_FIGURES = 3;
const IS_PHONE = /\b(?:call|on|phone|tel|mobile)\b[^\d]{0,12}$/i;
const IS_PLACE_OR_TRIP = /^(?:flight|plot|room|table|train|unit|year)$/;

/** The only code or long number of a goal, whatever it says before it: "parcel KB4471902" for a tracking number. */
export function onlyCodeInGoal(goal: string): string | undefined {
  const [only, ...others] = codesInGoal(goal);
  return others.length === 0 ? only : undefined;
}

/** The codes and long numbers of a goal. */
export function codesInGoal(goal: string): string[] {
  const text = clean(goal.slice(0, LONGEST_GOAL));
  return [...text.matchAll(CODES)]
    .filter(
      ({ 0: code, index }) =>
        (code.match(/\d/g) ?? []).length >= (/^\d/.test(code) ? FEWEST_FIGURES + 1 : FEWEST_FIGURES - 1) &&
        code.length > FEWEST_FIGURES &&
        !IS_PHONE.test(text.slice(Math.max(0, index - 20), index)) &&
        !labelsAt(text, index)
          .slice(-1)
          .some((word) => IS_PLACE_OR_TRIP.test(word)),
    )
    .map(([code]) => code);
}

const FIRST_PERSON = /\b(?:I|me|my|mine|we|us|our)\b/;
const IS_PERSON =
  /\b(?:he|she|his|her)\b|\bis (?:not )?(?:yet )?an? (?:new )?(?:client|customer|guest|member|patient)\b/;

/** Who calls, and how the goal names them. Two capitals alone may be a company's: "British Airways has cancelled my flight". */
function leadingIn(text: string): { readonly name: string; readonly whole: string } | undefined {
  const [whole, customer, somebody] = LEADING.exec(text) ?? [];
  if (whole === undefined || FIRST_PERSON.test(text)) return undefined;
  if (somebody !== undefined && !/\d/.test(whole) && !IS_PERSON.test(text)) return undefined;
  return { name: customer ?? somebody ?? "", whole };
}

/** What the goal says after naming who calls: "wants to know …". */
export const withoutCaller = (goal: string): string => goal.slice(leadingIn(goal)?.whole.length ?? 0);

const GENERIC = new Set("number no id code reference ref".split(" "));

/** The words right before a code, back to the code before it. */
const labelsAt = (text: string, at: number): string[] =>
  (/[^\d]{0,60}$/u.exec(text.slice(Math.max(0, at - 60), at))?.[0] ?? "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .slice(-LABEL_WORDS);

/** "KF-70412" and "KF-12345" are alike. */
export const shapeOf = (code: string): string =>
  code.replace(/[ -]/g, "").replace(/\d/g, "9").replace(/[A-Z]/g, "A");

/**
 * What the goal says about the person that it is for.
 * @param kind name, first, last, phone, email, birth, pet, child, address, or postcode; of other kinds it says nothing
 * @param known the agent's texts: what they name is nobody's name
 */
export function toldInGoal(goal: string, kind: string, known: string): string | undefined {
  const text = clean(goal.slice(0, LONGEST_GOAL));
  switch (kind) {
    case "phone":
    case "email":
      return factIn(text, kind);
    case "pet":
      return animalIn(text) ?? companionIn(text, kind, known);
    case "child":
      return companionIn(text, kind, known);
    case "address":
      return ADDRESS.exec(text)?.[1] ?? placeIn(text);
    case "postcode":
      return POSTCODE.exec(text)?.[0];
    case "birth":
      return dayIn(factIn(text, "date_of_birth"));
    case "name":
    case "first":
    case "last":
      return partOf(personIn(text, known), kind);
    default:
      return undefined;
  }
}

/** "BS6 6JY" */
const POSTCODE = /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\d])/u;

/** The one fact for a slot. */
function factIn(text: string, slot: Slot): string | undefined {
  const values = new Set(
    factsOf(text, languageOf("en")).flatMap((fact) => (fact.slot === slot ? [fact.value] : [])),
  );
  return values.size === 1 ? [...values][0] : undefined;
}

function dayIn(date: string | undefined): string | undefined {
  if (date === undefined) return undefined;
  const year = /(?<!\d)\d{4}(?!\d)/.exec(date)?.[0];
  const named =
    dayAndMonth(fold(date).replace(year ?? "", ""), languageOf("en").dates) ??
    dayAndMonth(date, languageOf("en").dates);
  if (year === undefined || !named) return undefined;
  return `${year}-${String(named.month).padStart(2, "0")}-${String(named.day).padStart(2, "0")}`;
}

const placeIn = (text: string): string | undefined => {
  const place = PLACED.exec(text)?.[1];
  return place === undefined || CALENDAR.test(place) ? undefined : place;
};

const animalIn = (text: string): string | undefined => {
  const name = ANIMAL.exec(text)?.[1];
  return name === undefined || CALENDAR.test(name) ? undefined : name;
};

function personIn(written: string, known: string): string | undefined {
  // "A dog called Rolo" is nobody who calls.
  const text = written.replace(ANIMAL, " ");
  const introduced = BORN.exec(text)?.[1] ?? leadingIn(text)?.name ?? INTRODUCED.exec(text)?.[1];
  if (introduced !== undefined) return CALENDAR.test(introduced) ? undefined : introduced;
  const named = FOR.exec(text)?.[1] ?? LISTED.exec(text)?.[1] ?? AT_THE_END.exec(text.trim())?.[1];
  const isPerson =
    named?.includes(" ") && !CALENDAR.test(named) && !STREET.test(named) && !known.includes(named);
  return isPerson ? named : undefined;
}

function partOf(name: string | undefined, kind: "name" | "first" | "last"): string | undefined {
  if (name === undefined) return undefined;
  const [first, ...rest] = name.split(" ");
  if (kind === "first") return rest.length > 0 ? first : undefined;
  return kind === "last" && rest.length > 0 ? rest.join(" ") : name;
}
