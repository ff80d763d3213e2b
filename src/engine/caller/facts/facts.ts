import { clean, cueSpan, fold } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { splitCamelCase } from "../../words/tool-words.ts";
import type { Language, Slot } from "../language.ts";
import { namesIn } from "./names.ts";
import { ownWords } from "./own-words.ts";
import { slotSpans } from "./slots.ts";
import { findValues, type Value, type ValueKind } from "./values.ts";

/** Something that a caller may say when asked for it. */
export interface Fact {
  /** The question it answers. Null if only its label says what the value means, or nothing does. */
  slot: Slot | null;
  /**
   * The folded words that name it in the record, to match questions with the same words. Empty if the record
   * does not name it.
   */
  label: string;
  /** As written in the record. */
  value: string;
  /**
   * The sentence it comes from, as the caller would say it. Empty if the record only describes the caller.
   */
  sentence: string;
  /** Further names of it, folded, such as the synonyms of a tool's parameter. */
  names?: string[];
  /** What the tool's parameter is for, in the words of its author. */
  description?: string;
  /** The date in the form of ISO 8601, if the record has it so. The value is as a person says it. */
  date?: string;
  /** What else the value could be, such as the enumeration of a tool's parameter. */
  options?: string[];
}

/** Which kinds of values can answer for a slot. */
export const SLOT_KINDS: Readonly<Partial<Record<Slot, readonly ValueKind[]>>> = {
  order_number: ["code", "number", "phone"],
  booking_number: ["code", "number", "phone"],
  account_number: ["code", "number", "phone"],
  case_number: ["code", "number", "phone"],
  card_number: ["code", "number", "phone"],
  postal_code: ["code", "number"],
  phone: ["phone", "code"],
  email: ["email"],
  date_of_birth: ["date"],
  date: ["date"],
  time: ["time"],
  age: ["number"],
  quantity: ["number"],
  amount: ["amount"],
};

/** The slot of a value that the record does not name. */
export const SLOT_OF_KIND: Readonly<Partial<Record<ValueKind, Slot>>> = {
  email: "email",
  date: "date",
  time: "time",
  amount: "amount",
  phone: "phone",
};

const AFTER = 25;
const BEFORE = 14;
const MAX_LABELLED_WORDS = 12;

/** The facts stated in a text of the record. */
export function factsOf(text: string, language: Language): Fact[] {
  return sentences(clean(text)).flatMap((sentence) => factsOfSentence(sentence, language));
}

function factsOfSentence(sentence: string, language: Language): Fact[] {
  const labelled = labelledFact(sentence, language);
  if (labelled) return [labelled];
  const folded = fold(sentence);
  const free = new Set(findValues(sentence, language));
  const facts: Fact[] = [];
  const own = ownWords(sentence, language) ?? "";
  const state = (slot: Slot | null, label: string, value: string) =>
    facts.push({ slot, label, value, sentence: own });
  for (const name of namesIn(sentence, language)) state("name", "", name);
  for (const { slot, start, end } of slotSpans(folded, language, "record")) {
    const value = nearest([...free], start, end, SLOT_KINDS[slot] ?? []);
    if (!value) continue;
    free.delete(value);
    state(slot, folded.slice(start, end), value.text);
  }
  const address = addressIn(sentence, language);
  if (address) state("address", "", address);
  for (const value of free) {
    if (address?.includes(value.text)) continue;
    if (value.kind !== "number") state(SLOT_OF_KIND[value.kind] ?? null, "", value.text);
  }
  return facts;
}

/** The value nearest to a slot's name: after it, as in most languages, otherwise right before it. */
function nearest(
  values: readonly Value[],
  start: number,
  end: number,
  kinds: readonly ValueKind[],
): Value | undefined {
  const fitting = values.filter(({ kind }) => kinds.includes(kind));
  return (
    fitting.find((value) => value.start >= end && value.start - end <= AFTER) ??
    fitting.findLast((value) => value.end <= start && start - value.end <= BEFORE)
  );
}

/** "Order number: A-123", "Favourite colour: red". The colon of a time ("at 15:00") is not a label. */
function labelledFact(sentence: string, language: Language): Fact | undefined {
  const match =
    /^[-*•\s]*([\p{L}\p{M}][\p{L}\p{M}\p{N} '/_-]{1,39})\s*[:：](?!(?<=\d[:：])\d)\s*(\S.*)$/u.exec(sentence);
  if (!match?.[1] || !match[2] || match[2].split(/\s+/).length > MAX_LABELLED_WORDS) return undefined;
  return worded(match[1], match[2].replace(/[.。।]$/u, ""), language);
}

/** A fact with a name from its record, such as a trait's name, or that of a tool's parameter: `guestName`, `guest_name`. */
export const labelled = (name: string, value: string, language: Language): Fact =>
  worded(splitCamelCase(name), value, language);

function worded(words: string, value: string, language: Language): Fact {
  const label = fold(words)
    .replace(/[_\s]+/g, " ")
    .trim()
    .replace(/^(?:address )?line ?1$/, "street address");
  const slot = slotSpans(label, language, "record")[0]?.slot ?? null;
  return { slot, label, value, sentence: "" };
}

function addressIn(sentence: string, language: Language): string | undefined {
  const folded = fold(sentence);
  for (const cue of language.slots.address.near ?? []) {
    const span = cueSpan(folded, cue);
    const rest =
      span &&
      /^\s*(?:(?:is|es|é|ist|lautet|est|:)\s*)?(\S.{3,99}?)[.。।]?$/iu.exec(sentence.slice(span[1]))?.[1];
    if (rest && /\p{N}/u.test(rest)) return rest;
  }
  return undefined;
}
