import { slotSpans } from "../caller/facts/slots.ts";
import { findValues } from "../caller/facts/values.ts";
import { LANGUAGES, type Slot } from "../caller/language.ts";
import { bare } from "../numbers/words.ts";
import { mentions } from "../transcript/fold.ts";
import type { Lexicon } from "./lexicon.ts";
import { addressReader } from "./readers/address.ts";
import { amountReader } from "./readers/amount.ts";
import { dateOf, dateReader } from "./readers/date.ts";
import { emailReader } from "./readers/email.ts";
import { nameReader } from "./readers/name.ts";
import { numberReader } from "./readers/number.ts";
import type { Reader } from "./readers/reader.ts";

/** What a caller knows, by name. */
export interface CallersFact {
  readonly name: string;
  readonly value: string;
  /** What the caller has agreed to instead. */
  readonly instead?: readonly string[];
}

/** A fact that can be recognized in what is said. */
export interface KnownFact extends CallersFact {
  readonly slot: Slot | undefined;
  readonly reader: Reader;
  /** Words that name it, without accents. */
  readonly words: readonly string[];
}

/** Longer values are texts. */
const LONGEST = 120;
/** Shorter words of a name are in too many sentences. */
const SHORTEST_WORD = 3;

/** A fact with its reader. Undefined if it is none of the kinds that are recognized. */
export function knownFact(fact: CallersFact, lexicon: Lexicon): KnownFact | undefined {
  if (fact.value.trim() === "" || fact.value.length > LONGEST) return undefined;
  const slot = slotOf(fact.name, lexicon);
  const reader = readerFor(fact.value, slot, lexicon);
  return reader && { ...fact, slot, reader, words: wordsFor(fact.name, slot, lexicon) };
}

/** The slot that a name in snake case or camel case names, in the language of the call or in English. */
export function slotOf(name: string, lexicon: Lexicon): Slot | undefined {
  const label = spaced(name);
  const span = slotSpans(label, lexicon.bare, "record")[0] ?? slotSpans(label, LANGUAGES.en, "record")[0];
  return span?.slot ?? (Object.keys(LANGUAGES.en.slots) as Slot[]).find((slot) => spaced(slot) === label);
}

const spaced = (name: string): string =>
  bare(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[^\p{L}\p{N}]+/gu, " ")).trim();

/** A name without the differences of how programs write names. */
export const plainName = (name: string): string => bare(name).replace(/[^\p{L}\p{N}]+/gu, "");

function wordsFor(name: string, slot: Slot | undefined, lexicon: Lexicon): string[] {
  const ofName = spaced(name)
    .split(" ")
    .filter((word) => word.length >= SHORTEST_WORD && !["number", "code"].includes(word));
  if (!slot) return ofName;
  const { ask, near = [] } = lexicon.bare.slots[slot];
  return [...ofName, ...ask, ...near, ...(lexicon.spoken.named[slot] ?? []).map(bare)];
}

/** Whether a sentence names a fact. "Your date of birth" names no other date. */
export function isNamed({ slot, words, reader }: KnownFact, text: string, lexicon: Lexicon): boolean {
  const plain = bare(text);
  const named = slotSpans(plain, lexicon.bare, "record").map((span) => span.slot);
  if (slot && named.includes(slot)) return true;
  if (named.some((other) => KIND_OF_SLOT[other] === reader.kind)) return false;
  return mentions(plain, words) || (reader.kind === "name" && mentions(plain, [...lexicon.titles]));
}

const CURRENCY_OR_NUMBER = /^[\p{Sc}\s]{0,3}\d[\d.,]{0,15}(?:\s?[\p{L}\p{Sc}]{1,12})?$/u;
const HAS_WORDS = /\p{L}{3}/u;
const CODE = /^[\p{L}\d][\p{L}\d\s()+./#_-]{0,39}$|^\+[\d\s().-]{6,39}$/u;
/** "SW1A 2AA" is a code, "2 adults" is not. */
const MOST_LETTERS_OF_CODE = 6;

/** The slots whose values are of a kind. */
const KIND_OF_SLOT: Readonly<Partial<Record<Slot, Reader["kind"]>>> = {
  order_number: "number",
  booking_number: "number",
  account_number: "number",
  case_number: "number",
  card_number: "number",
  phone: "number",
  postal_code: "number",
  date_of_birth: "date",
  date: "date",
};

const isCodeSlot = (slot: Slot | undefined) => slot !== undefined && KIND_OF_SLOT[slot] === "number";

function readerFor(value: string, slot: Slot | undefined, lexicon: Lexicon): Reader | undefined {
  if (value.includes("@")) return emailReader(value, lexicon);
  if (dateOf(value, lexicon) !== undefined) return dateReader(value, lexicon, slot === "date_of_birth");
  const [first] = findValues(value, lexicon.language);
  if (first?.kind === "time") return undefined;
  const isAmount = first?.kind === "amount" && first.text.length >= value.trim().length - 1;
  if (isAmount || (slot === "amount" && CURRENCY_OR_NUMBER.test(value))) return amountReader(value);
  if (slot === "name") return nameReader(value, lexicon);
  if (slot === "address" || isAddress(value)) return addressReader(value, lexicon);
  if (!CODE.test(value)) return undefined;
  const letters = value.replace(/\P{L}+/gu, "").length;
  const isCode = /\d/.test(value) ? letters <= MOST_LETTERS_OF_CODE : isCodeSlot(slot) && !/\s/.test(value);
  return isCode ? numberReader(value) : undefined;
}

/** "14 Elm Street", "Lindenallee 7, 50968 Köln". */
const isAddress = (value: string) =>
  HAS_WORDS.test(value) &&
  /(?<!\p{L})\d{1,4}\p{L}?(?!\d)/u.test(value) &&
  value.trim().split(/\s+/).length >= 3;
