import type { LanguageCode } from "../../contract/values.ts";

/** What an agent may ask for and a record may hold. */
export type Slot =
  | "name"
  | "order_number"
  | "booking_number"
  | "account_number"
  | "case_number"
  | "card_number"
  | "phone"
  | "email"
  | "address"
  | "postal_code"
  | "date_of_birth"
  | "date"
  | "time"
  | "quantity"
  | "amount"
  | "product"
  | "reason";

export type TraitName = "impatient" | "angry" | "confused" | "hard_of_hearing" | "talkative" | "polite";

/** Ways to say one thing; the first is the template, the others its paraphrases. Never empty. */
export type Ways = readonly [string, ...string[]];

/** What a caller says. `{value}` stands for facts, `{intent}` for a sentence of the record. */
export interface Phrases {
  greeting: Ways;
  answer: Ways;
  /** Several values at once. */
  answer_list: Ways;
  answer_name: Ways;
  answer_again: Ways;
  unknown: Ways;
  /** To a question for yes or no. */
  unsure: Ways;
  /** For personal data that the record does not have: nobody forgets the own name. */
  unknown_personal: Ways;
  /** After the facts that are known, when others were asked for as well. */
  unknown_rest: Ways;
  yes: Ways;
  correction: Ways;
  go_ahead: Ways;
  decline: Ways;
  either: Ways;
  acknowledge: Ways;
  wait: Ways;
  next_goal: Ways;
  confirm_done: Ways;
  confirm_answered: Ways;
  closing: Ways;
  closing_no_more: Ways;
  repeat: Ways;
  /** To an agent that greets or asks what it can do although it has been told. */
  as_written: Ways;
  restate: Ways;
  not_yet: Ways;
  give_up: Ways;
  push_back: Ways;
  accept_refusal: Ways;
  accept_transfer: Ways;
  check_in: Ways;
  /** Added by a caller of high verbosity, each once, in this order. */
  elaboration: Ways;
  /** Said once by a caller of beginner fluency. */
  apology: Ways;
  /** Stands before what a caller says who looks for words. */
  hesitation: Ways;
}

/** Cues in folded text (see `cueSpan`). */
interface Cues {
  /** Requests and questions, whether or not a question mark follows: "could you", "give me". */
  ask: readonly string[];
  /** Makes a request of a sentence that names a slot: "Your name, please." */
  please: readonly string[];
  /** Question words that want more than yes or no. */
  wh: readonly string[];
  greeting: readonly string[];
  /** The agent says that something has been done … */
  done: readonly string[];
  /** … unless the sentence also says not, not yet, or under which condition. */
  not_done: readonly string[];
  closing: readonly string[];
  /** "Sure, I can help with that": the agent has understood, and has told or done nothing yet. */
  acknowledgement: readonly string[];
  /** "Anything else?" */
  more: readonly string[];
  refusal: readonly string[];
  transfer: readonly string[];
  hold: readonly string[];
  /** "Is that right?" */
  check: readonly string[];
  /** "Shall I go ahead?" */
  proceed: readonly string[];
  /** "Would you like …?" */
  offer: readonly string[];
  /** "Which do you prefer?" */
  choice: readonly string[];
  /** "… or …" between two things in an offer. */
  or: readonly string[];
  /** "Could you say that again?" */
  repeat: readonly string[];
  /** "Tell me more." */
  details: readonly string[];
  /** In an intent: what the caller wants is to learn something. */
  informational: readonly string[];
}

/** How a slot is asked for; `near` are shorter words that name it only directly beside a value, as in "order 4471". */
interface SlotWords {
  ask: readonly string[];
  near?: readonly string[];
}

/** How an intent written about the caller ("The user wants to …", "Cancel the order") becomes the caller's own words. */
interface IntentForms {
  /** The first that fits the beginning of a sentence is replaced; `$&` and `$1` as in String.replace. */
  forms: readonly (readonly [RegExp, string])[];
  /** Applied after a form that spoke about the caller, or about "you". */
  pronouns: readonly (readonly [RegExp, string])[];
  /** Whether the sentence that a form is put before loses its capital letter. */
  lowercase: boolean;
  /** For an intent that is no sentence of the caller's and fits no form. */
  about: string;
  /** Sentences that tell the caller how to behave; they are never said. */
  instruction: RegExp;
}

interface NameWords {
  /** Before a name and nothing else. */
  strong: readonly string[];
  /** Before a name of at least two capitalized words: "you are Anna Schmidt". */
  weak: readonly string[];
  /** Words that end a name in languages without capital letters. */
  end: readonly string[];
}

export interface DateWords {
  /** Twelve, January first; other spellings of a month after a `/`. */
  months: readonly string[];
  /** Weekdays and words like "tomorrow". */
  days: readonly string[];
  /** Words before a day that belong to it: "next". */
  modifiers: readonly string[];
}

export interface Language {
  code: LanguageCode;
  phrases: Phrases;
  traits: Readonly<Record<TraitName, Ways>>;
  cues: Cues;
  slots: Readonly<Record<Slot, SlotWords>>;
  intent: IntentForms;
  /** Words by which a sentence is the caller's own. */
  first_person: readonly string[];
  names: NameWords;
  dates: DateWords;
  /** Number words, without those that are articles as well. */
  numbers: readonly string[];
  /** Frequent words that tell the language from others in the same script. */
  small_words: readonly string[];
}

/** A list written as one line: `a|b|c`. */
export function list(line: string): readonly string[] {
  return line.split("|");
}

/** Every beginning with every ending: `cross("is |was ", "sent|paid")`. */
export function cross(beginnings: string, endings: string): readonly string[] {
  return list(beginnings).flatMap((beginning) => list(endings).map((ending) => beginning + ending));
}
