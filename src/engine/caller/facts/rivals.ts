/** What an agent says against a fact whose value is a word: another size, another doctor, another name. */

import { cueSpan, fold } from "../../transcript/fold.ts";
import { stemOf } from "../../words/english.ts";
import type { Language } from "../language.ts";
import { words } from "../words.ts";
import { withoutGreeting } from "./day-parts.ts";
import type { Fact } from "./facts.ts";
import { slotSpans } from "./slots.ts";
import { findValues } from "./values.ts";

/** In each family, a thing has one of the words. */
const FAMILIES: readonly (readonly string[])[] = [
  ["small", "medium", "large", "regular", "extra large"],
  ["delivery", "collection", "takeaway"],
  ["economy", "business", "first class", "premium economy"],
  ["one way", "round trip"],
  ["manual", "automatic"],
  ["morning", "afternoon", "evening"],
  ["single", "double", "twin", "family room"],
  ["cash", "card"],
  ["dog", "cat", "rabbit"],
  ["red", "blue", "green", "black", "white", "yellow", "silver", "grey"],
];
const TITLES = ["dr", "doctor", "mr", "mrs", "ms", "miss", "professor"];
const CAPITALIZED = /^\p{Lu}\p{L}+$/u;
const NEAR = 16;
const OF_A_DAY = new Set("day date week month year".split(" "));

/** What a text has instead of the fact's value. Undefined if it has the value, or nothing of its kind. */
export function rivalIn(text: string, fact: Fact, language: Language): string | undefined {
  const folded = withoutGreeting(fold(text));
  const own = fold(fact.value);
  if (saysWord(folded, own)) return undefined;
  return (
    wordOf([...(fact.options ?? [])], folded, own) ??
    wordOf(FAMILIES.find((family) => family.includes(own)) ?? [], folded, own) ??
    otherName(text, fact) ??
    otherNumber(folded, fact, language)
  );
}

const saysWord = (folded: string, word: string) => cueSpan(folded, word) !== undefined;

function wordOf(family: readonly string[], folded: string, own: string): string | undefined {
  if (!family.some((word) => fold(word) === own)) return undefined;
  return family.find((word) => {
    const other = fold(word);
    // "Large" within "extra large" means nothing by itself.
    return other !== own && other.length > 1 && !own.includes(other) && saysWord(folded, other);
  });
}

/** "Dr Chen" against "Dr Patel", and "Anna Smith" against "Anna Schmidt". */
function otherName(text: string, { slot, value }: Fact): string | undefined {
  const own = value.split(/\s+/).map((word) => word.replace(/[.,]/g, ""));
  const surname = own.at(-1) ?? "";
  if (own.length < 2 || !own.every((word) => CAPITALIZED.test(word))) return undefined;
  const isTitled = TITLES.includes(fold(own[0] ?? ""));
  if (!isTitled && slot !== "name") return undefined;
  const said = text
    .split(/\s+/)
    .map((word) => word.replace(/(?<=\p{L}|^)[^\p{L}]+$/u, "").replace(/'s$/, ""));
  if (said.includes(surname)) return undefined;
  const begins = (word: string) => (isTitled ? TITLES.includes(fold(word)) : word === own[0]);
  const at = said.findIndex((word, place) => begins(word) && CAPITALIZED.test(said[place + 1] ?? ""));
  return at < 0 ? undefined : `${said[at]} ${said[at + 1]}`;
}

/** "A table for two" against four people: a number right beside the words that name the fact. */
function otherNumber(folded: string, { slot, label, value }: Fact, language: Language): string | undefined {
  const own = numberOf(value);
  if (own === undefined || (slot !== "quantity" && slot !== null)) return undefined;
  const labels = words(label, language.code).filter((word) => word.length > 2);
  // "8 payments" are none of a "payment day".
  const head = labels.at(-1) ?? "";
  const stems = new Set((OF_A_DAY.has(head) ? [head] : labels).map(stemOf));
  const named =
    slot === "quantity" ? slotSpans(folded, language, "record").filter((span) => span.slot === slot) : [];
  const found = findValues(folded, language).filter(({ kind }) => kind === "number" || kind === "code");
  for (const { start, end, text } of found) {
    const other = numberOf(text);
    if (other === undefined || other === own) continue;
    const after = words(folded.slice(end, end + NEAR), language.code)[0] ?? "";
    const beside = named.some(
      (span) => (span.end <= start && start - span.end <= 2) || (span.start >= end && span.start - end <= 2),
    );
    if (stems.has(stemOf(after)) || (beside && stems.size === 0)) return text;
    if (beside && sameUnit(after, label)) return text;
  }
  return undefined;
}

/** Whether a number of people is meant by a label such as "party size". */
const PEOPLE = new Set("people persons guests adults passengers".split(" "));
const sameUnit = (after: string, label: string) =>
  PEOPLE.has(after) &&
  ["party", "people", "guests", "persons", "seats", "covers"].some((word) => label.includes(word));

const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** The number that a text is, in figures or as an English word. */
export function numberOf(text: string): number | undefined {
  const plain = fold(text).trim();
  const place = WORDS.indexOf(plain);
  if (place >= 0) return place;
  return /^\d{1,6}$/.test(plain) ? Number(plain) : undefined;
}
