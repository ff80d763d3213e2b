/** Which facts a question asks for by the names that they have in the record. */

import { cueSpan, fold, mentions } from "../../transcript/fold.ts";
import { stemOf } from "../../words/english.ts";
import type { Caller } from "../caller.ts";
import type { Fact } from "../facts/facts.ts";
import { saysDate } from "../facts/moments.ts";
import { holdsValue } from "../facts/values.ts";
import type { Language } from "../language.ts";
import { words } from "../words.ts";

/** Words of a name that say little about it. */
const EMPTY = new Set("a an and any by for in is it my of on or the to your".split(" "));
/** Words that many names have. They name a fact only together with its other words. */
const GENERIC = new Set("number id name date time code type kind details".split(" ").map(stemOf));
const ARTICLES = new Set(["the", "your", "many"]);
/** Shorter values are within many words. */
const SHORT = 3;
/** "Your booking reference": so many words before a name may be its article. */
const ARTICLE_WITHIN = 3;
const KINDS = new Set("kind sort type".split(" ").map(stemOf));
/** A part of a longer name says little about it. */
const LONGEST_NAME = 3;
/** A question asks for these by name, and for nothing else. */
export const CERTAIN = 1.8;
const FULL_NAME = 2;
const SYNONYM = CERTAIN;
const PART_OF_NAME = 1.2;
const DESCRIPTION = 1;
const WEAK = 0.8;
/** A description has to share this many words with the question. */
const DESCRIBED_BY = 2;

export interface Named {
  /** Position of the fact. */
  readonly fact: number;
  /** Where the question names it. */
  readonly at: number;
  readonly score: number;
}

/**
 * The facts that a question names, in the order of the question: by their names, by the synonyms of these, or by the
 * description of a parameter. A fact whose value is in the question is not asked for.
 */
export function namedFacts(asked: string, caller: Pick<Caller, "facts">, language: Language): Named[] {
  const question = asked.replace(RATE, "").replace(READS, "").replace(WRITTEN_ON, "").replace(PLATE, "");
  const folded = fold(question);
  const stems = stemsOf(folded, language);
  const foldedOther = folded.replace(OTHER_DATE, (words) => words.replace(/dates?/, "thing"));
  const stemsOther = foldedOther === folded ? stems : stemsOf(foldedOther, language);
  const found = caller.facts.flatMap((fact, place): Named[] => {
    if (saysValue(question, folded, fact.value)) return [];
    if (fact.date !== undefined && saysDate(question, fact.date, language)) return [];
    const best = OTHER_DATE_NAME.test(fact.label)
      ? bestMatch(fact, folded, stems, language)
      : bestMatch(fact, foldedOther, stemsOther, language);
    return best ? [{ fact: place, ...best }] : [];
  });
  const certain = found.filter(({ score }) => score >= CERTAIN);
  if (certain.length === 0 && language.code === "en" && HOW_MANY.test(question))
    return counted(found, caller, { at: stems.length, isOfPeople: PEOPLE.test(question) });
  const most = Math.max(...found.map(({ score }) => score));
  const chosen = certain.length > 0 ? certain : found.filter(({ score }) => score === most);
  const unique = withoutRivals(chosen, caller);
  return unique.sort((a, b) => a.at - b.at);
}

/** A "date of birth" is not the date of a visit: only a fact with such a name is asked for. */
const OTHER_DATE = /\b(?:dates? of (?:birth|expiry|issue)|(?:birth|expiration|expiry|issue) dates?)\b/g;
const OTHER_DATE_NAME = /\b(?:birth|born|dob|expir|issue)/;
/** "£9 a month" asks for no month. */
const RATE = /(?<=[£$€] ?\d[\d.,]{0,10}) (?:a|an|each|every|per) \p{L}{1,12}/giu;
/** "Could you read it to me?" names no reading. */
const READS = /\bread (?=(?:it|that|them|this|me|out|the number|the digits)\b)/gi;
/** "What name goes on the job card?" asks for no job: a compound is what its last word says. */
const WRITTEN_ON =
  /(?<=\b(?:on|in|into|under|for) (?:the|our|your) )\p{L}{2,20}[ -](?=(?:card|sheet|form|list|book|ticket|diary|file|label|slip|desk|note|bill|invoice|calendar|board|register)\b)/giu;
/** A number plate is not the number of a booking. */
const PLATE = /\bnumber (?=plates?\b)/gi;
const HOW_MANY = /\bhow many\b/i;
/** Who else would be counted in a conversation about one visit. */
const PEOPLE = /\bhow many (?:of you|people|persons|will you be|are you|will there be)\b/i;
const COUNT = /^\d{1,5}$/;

/** "How many will you be?" asks for a number, not for the reference of a booking: for the only number that the caller has. */
function counted(
  found: readonly Named[],
  { facts }: Pick<Caller, "facts">,
  { at, isOfPeople }: { readonly at: number; readonly isOfPeople: boolean },
): Named[] {
  const isCount = (place: number) => COUNT.test(facts[place]?.value ?? "");
  const named = found.filter(({ fact }) => isCount(fact));
  const [best, ...others] = named;
  if (best && others.length === 0 && isOfPeople) return [{ ...best, score: CERTAIN }];
  if (named.length > 0) return named;
  const counts = facts.flatMap((_, place) => (isCount(place) ? [place] : []));
  const [only] = counts;
  return only !== undefined && counts.length === 1
    ? [{ fact: only, at, score: isOfPeople ? CERTAIN : DESCRIPTION }]
    : [];
}

const saysValue = (question: string, folded: string, value: string): boolean =>
  value.length < SHORT ? value !== "" && mentions(folded, [fold(value)]) : holdsValue(question, value);

/** Of facts that the same words name, only the ones with the most words: "return date" before "date". */
function withoutRivals(found: readonly Named[], { facts }: Pick<Caller, "facts">): Named[] {
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other.at === one.at &&
          (other.score > one.score ||
            (other.fact < one.fact && facts[other.fact]?.value === facts[one.fact]?.value)),
      ),
  );
}

type Match = Omit<Named, "fact">;

function bestMatch(
  fact: Fact,
  folded: string,
  stems: readonly Stem[],
  language: Language,
): Match | undefined {
  const names = [fact.label, ...(fact.names ?? [])].filter((name) => name !== "");
  // An "order number" is not what "What would you like to order?" asks for.
  const least = fact.slot === null ? 0 : CERTAIN;
  const listed = (fact.options ?? []).filter((option) => mentions(folded, [fold(option)]));
  const matches = [
    ...(listed.length > 1 ? [{ at: stems.length, score: CERTAIN }] : []),
    ...names
      .flatMap((name, place) => {
        // The slots know "order" and "name" better: "Order desk, how can I help?" asks for nothing.
        const isVague = fact.slot !== null && contentOf(name, language).length < 2;
        const match =
          isVague && !isThing(name, folded, language) ? undefined : nameMatch(name, stems, language);
        // The words of a description say less than the name itself.
        return match
          ? [place > 0 && match.score < CERTAIN ? { ...match, score: match.score * WEAK } : match]
          : [];
      })
      .filter(({ score }) => score >= least),
    ...names.flatMap((name) => synonymMatch(name, folded, language) ?? []),
    ...describedMatch(fact.description, stems, language),
  ];
  return matches.reduce<Match | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  );
}

/** Whether a text speaks of a thing by its name: "your booking reference", "the reference". */
function isThing(name: string, folded: string, { code }: Language): boolean {
  const list = words(folded, code);
  return list.some(
    (word, at) =>
      word === name && list.slice(Math.max(0, at - ARTICLE_WITHIN), at).some((one) => ARTICLES.has(one)),
  );
}

/** "The first and the fourth letter" asks for letter 1 and letter 4. */
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

interface Stem {
  readonly stem: string;
  /** The whole word, or the two that are read as one. A stem is short: many pairs of words have the same one. */
  readonly whole: string;
  readonly at: number;
}

/** The stems of the words, and of neighbours written as one ("pick up" is "pickup"). */
function stemsOf(folded: string, { code }: Language): Stem[] {
  const list = words(folded, code);
  return list.flatMap((word, place) => {
    const next = list[place + 1];
    const ordinal = ORDINALS.indexOf(word) + 1;
    return [
      { stem: stemOf(word), whole: word, at: place },
      ...(ordinal > 0 ? [{ stem: String(ordinal), whole: word, at: place }] : []),
      ...(next === undefined ? [] : [{ stem: stemOf(word + next), whole: word + next, at: place }]),
    ];
  });
}

const contentOf = (name: string, { code }: Language): string[] =>
  words(name, code)
    .filter((word) => !EMPTY.has(word))
    .map(stemOf);

function nameMatch(name: string, stems: readonly Stem[], language: Language): Match | undefined {
  const wanted = contentOf(name, language);
  const joined = wanted.length === 2 ? words(name, language.code).join("") : undefined;
  const places = wanted.map((word) => stems.find(({ stem }) => stem === word)?.at);
  const known = places.filter((at) => at !== undefined);
  const together = stems.find(({ whole }) => whole === joined || whole === `${joined}s`)?.at;
  if (together !== undefined) return { at: together, score: FULL_NAME + 0.2 };
  if (wanted.length === 0 || known.length === 0) return undefined;
  const at = Math.min(...known);
  if (known.length === wanted.length) return { at, score: FULL_NAME + wanted.length / 10 };
  const own = wanted.filter((word) => !GENERIC.has(word));
  const parts = wanted.filter((word, place) => places[place] !== undefined && !GENERIC.has(word));
  if (parts.length === 0 || wanted.length > LONGEST_NAME) return undefined;
  // "What kind of bike?" asks for the "bike type", and "What size?" for the "pizza size".
  if (parts.length === own.length)
    return { at, score: stems.some(({ stem }) => KINDS.has(stem)) ? CERTAIN : PART_OF_NAME };
  return { at, score: places.at(-1) === undefined ? DESCRIPTION : PART_OF_NAME };
}

function synonymMatch(name: string, folded: string, { synonyms, code }: Language): Match | undefined {
  const list = words(name, code);
  const cues = [name, ...list, list.join("")].flatMap(
    (word) => (Object.hasOwn(synonyms, word) ? synonyms[word] : []) ?? [],
  );
  const starts = cues.flatMap((cue) => cueSpan(folded, cue)?.[0] ?? []);
  if (starts.length === 0) return undefined;
  const at = words(folded.slice(0, Math.min(...starts)), code).length;
  return { at, score: SYNONYM };
}

function describedMatch(
  description: string | undefined,
  stems: readonly Stem[],
  language: Language,
): Match[] {
  if (description === undefined) return [];
  const wanted = new Set(contentOf(fold(description), language).filter((stem) => stem.length > 2));
  const small = new Set(language.small_words.map(stemOf));
  const found = stems.filter(({ stem }) => wanted.has(stem) && !small.has(stem));
  const [first] = found;
  return first && new Set(found.map(({ stem }) => stem)).size >= DESCRIBED_BY
    ? [{ at: first.at, score: DESCRIPTION }]
    : [];
}
