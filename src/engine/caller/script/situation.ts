/**
 * Whether a message of the agent is what a `match_type: context` phrase describes, without a model. Compares
 * what the message does (asks for, offers, refuses, confirms, transfers, closes, puts on hold) and what it is
 * about with what the phrase names. The phrase is English; the message is in the caller's language. An
 * unclear case is `undecided`, never a guess.
 */
import { clean, fold } from "../../transcript/fold.ts";
import { slotSpans } from "../facts/slots.ts";
import { findValues, type ValueKind } from "../facts/values.ts";
import type { Heard } from "../hearing/hear.ts";
import type { Language, Slot } from "../language.ts";
import { LANGUAGES } from "../language.ts";
import { words } from "../words.ts";

export type Likeness = "yes" | "no" | "undecided";

type Act = "asks" | "offers" | "refuses" | "confirms" | "transfers" | "closes" | "holds";

const ACTS: readonly (readonly [Act, RegExp])[] = [
  [
    "holds",
    /\b(?:(?:put\w* )?(?:you |me |them |the caller )?on hold|asks? (?:you |me |the caller )?to (?:wait|hold)(?: on)?|needs? a (?:moment|minute|second))\b/,
  ],
  [
    "refuses",
    /\b(refus\w*|declin\w*|reject\w*|den(?:y|ies|ied|ying)|cannot|can't|won't|is unable to|unable to)\b/,
  ],
  [
    "transfers",
    /\b(transfer\w*|hand(?:s|ing)? (?:you |the call(?:er)? )?over|escalat\w*|connects? you|puts? you through)\b/,
  ],
  [
    "closes",
    /\b(says? (?:good)?bye|goodbye|clos(?:es|ing) the (?:call|conversation)|ends? the (?:call|conversation)|hangs? up)\b/,
  ],
  ["offers", /\b(offer\w*|propos\w*|suggest\w*)\b/],
  ["confirms", /\b(confirm\w*|has (?:booked|done|cancell?ed|completed)|books|completes|cancels)\b/],
  ["asks", /\b(ask\w*|request\w*|wants? to know|inquir\w*|requires?)\b/],
];

/** Words of a phrase that do not say what it is about. */
const EMPTY = new Set(
  (
    "a an the your you his her their its my our this that these those for to of on in at by with about whether if when " +
    "agent assistant bot it they them he she i we user caller customer is are be been has have had will would can could " +
    "should may might do does did and or any some new again please us me who what which specific available only just"
  ).split(" "),
);

const EXCEPTION =
  /(?:[.,;:(]\s*|(?<!\s)\s*)\b(?:not (?:when|if|for|while)|except(?: when| if| for)?|unless|but not(?: when| if)?)\b/i;

/** Slots by the short names that descriptions use. */
const NOUNS: Readonly<Record<string, Slot>> = {
  time: "time",
  times: "time",
  slot: "time",
  date: "date",
  day: "date",
  name: "name",
  price: "amount",
  amount: "amount",
  quantity: "quantity",
  email: "email",
  phone: "phone",
  address: "address",
  birthday: "date_of_birth",
};

interface Clause {
  readonly act: Act | undefined;
  readonly slots: readonly Slot[];
  /** What else the phrase is about. */
  readonly about: readonly string[];
  /** Its words in their order, without what the agent does: "what shall we write on the card". */
  readonly literal: readonly string[];
}

/** Whether a phrase names something that an agent does, so that messages can be compared with it. */
export function isComparable(phrase: string): boolean {
  const [situation = ""] = clean(phrase).split(EXCEPTION);
  return read(situation).act !== undefined;
}

/** @param phrase as its author wrote it: "offers a time. NOT when asking for your name" */
export function isLike(phrase: string, heard: Heard, language: Language): Likeness {
  const [situation = "", ...exceptions] = clean(phrase).split(EXCEPTION);
  const found = holds(read(situation), heard, language);
  if (found !== "yes") return found;
  const excepted = exceptions.map((text) => holds(read(text), heard, language));
  if (excepted.includes("yes")) return "no";
  return excepted.includes("undecided") ? "undecided" : "yes";
}

function read(text: string): Clause {
  const folded = fold(text);
  const [act, pattern] = ACTS.find(([, one]) => one.test(folded)) ?? [];
  const rest = pattern ? folded.replace(pattern, " ") : folded;
  const english = LANGUAGES.en;
  const spans = slotSpans(rest, english, "record");
  const without = spans.reduceRight(
    (line, { start, end }) => `${line.slice(0, start)} ${line.slice(end)}`,
    rest,
  );
  const named = words(without, "en").filter((word) => !EMPTY.has(word) && word.length > 1);
  const slots = [...spans.map(({ slot }) => slot), ...named.flatMap((word) => NOUNS[word] ?? [])];
  const literal = words(rest.replace(/^\s{0,4}(?:about|for|whether|if)\b/, " "), "en");
  return { act, slots, about: named.filter((word) => !NOUNS[word]), literal };
}

const VALUES: Partial<Readonly<Record<Slot, readonly ValueKind[]>>> = {
  date: ["date", "time"],
  time: ["time", "date"],
  amount: ["amount"],
  quantity: ["number", "amount"],
  email: ["email"],
  phone: ["phone"],
};

/** A single word may be in any question. */
const FEWEST_WORDS = 2;

/** Whether the agent asks in the very words of a phrase, such as a question that was copied from a conversation. */
const asksLiterally = (literal: readonly string[], heard: Heard): boolean =>
  literal.length >= FEWEST_WORDS &&
  heard.questions.some((question) =>
    ` ${words(fold(question), "en").join(" ")} `.includes(` ${literal.join(" ")} `),
  );

function holds({ act, slots, about, literal }: Clause, heard: Heard, language: Language): Likeness {
  if (act === undefined) return "undecided";
  const text = fold(heard.text);
  if (act === "asks") {
    if (heard.questions.length === 0) return "no";
    if (asksLiterally(literal, heard)) return "yes";
    if (slots.length > 0) return slots.some((slot) => heard.asks.includes(slot)) ? "yes" : "no";
    return aboutThat(about, text);
  }
  if (!does(act, heard)) return "no";
  if (slots.length > 0) {
    const kinds = slots.flatMap((slot) => VALUES[slot] ?? []);
    const said = findValues(heard.text, language);
    if (said.some(({ kind }) => kinds.includes(kind))) return "yes";
    return kinds.length > 0 ? "no" : aboutThat(about, text);
  }
  return aboutThat(about, text);
}

function does(act: Exclude<Act, "asks">, heard: Heard): boolean {
  switch (act) {
    case "offers":
      return heard.offer || heard.choice || heard.proceed;
    case "refuses":
      return heard.refusal || heard.limits.length > 0;
    case "confirms":
      return heard.done;
    case "transfers":
      return heard.transfer;
    case "closes":
      return heard.closing;
    case "holds":
      return heard.hold;
  }
}

/**
 * Two words count as the same if their first letters are, without the usual endings: refund, refunded; book,
 * booking.
 */
const stemOf = (word: string): string => word.replace(/(?<=\p{L}{3})(?:ings?|ed|es|s)$/u, "").slice(0, 5);

/**
 * Whether a text has the words of a phrase. Other words may mean the same, so without them the answer is
 * `undecided`.
 */
function aboutThat(about: readonly string[], text: string): Likeness {
  const said = words(text, "en").map(stemOf);
  return about.every((word) => said.includes(stemOf(word))) ? "yes" : "undecided";
}
