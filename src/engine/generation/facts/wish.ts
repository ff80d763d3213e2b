/** The wish in a goal, without who has it and that it is one. */
import { withoutCaller } from "./said-in-goal.ts";

const LONGEST_GOAL = 1_000;

const WISH =
  /^(?:(?:the )?(?:caller|client|customer|guest|member|passenger|patient|user) )?(?:calls|has|hopes|is calling|needs?|tries|wants?|wishes|would like) to (?=\p{L})/iu;

/** What a caller wants to do: "book a table" of "Wants to book a table". */
export const withoutWish = (goal: string): string => goal.replace(WISH, "");

/** "A café owner ", "Someone with itchy eyes ", "Customer K-218 ", before what they want. */
const SUBJECT = new RegExp(
  `^(?:(?:an?|the|some|two|three|four|someone|somebody)\\b(?:(?!\\band\\b)[^.,;]){0,60}?|\\p{Lu}\\p{Ll}{1,20} \\p{Lu}\\p{Ll}{1,20}|\\p{L}{4,12} (?:[A-Z]{1,4}-?)?\\d{2,10}) (?=(?:${[
    "wants?|needs?|wish(?:es)?|would like|has to|have to|asks?|reports?",
    "(?:add|book|buy|cancel|chang|enrol|extend|hire|keep|mov|order|pre-order|redirect|register|rent|reserv|return|sign|switch|tak)(?:s|es)",
  ].join("|")})\\b)`,
  "iu",
);
/** "books a table", once nobody is left who does. */
const THIRD_PERSON = /^(\p{L}[\p{L}-]{2,11}?)s (?=(?:an?|the|their|his|her|one|two|three|up|for|\d)\b)/u;
/** "A patient has had toothache since the weekend, wants to come" */
const HAS_HAD = /^(?:an?|the|some\p{L}{3,4}) [^,.;]{0,30}?\bhas\b[^,.;]{0,60}, (?:and )?(?=wants? to\b)/iu;
const HAS_TO = /^(?:has|have|needs?|wants?|would like) to /i;

/** "Can't make it to yoga", "gives up his place" */
const CANNOT_COME =
  /\b(?:can['’]?t|cannot) (?:attend|come(?: to)?|make(?: it to)?) |\bgives? up (?:a|her|his|my|the|their) (?=(?:booking|place|seat|spot)\b)/gi;

export const cannotCome = (goal: string): boolean => goal.slice(0, LONGEST_GOAL).search(CANNOT_COME) >= 0;

/** What a goal wants done, in the form of an order: "cancel yoga" of "Can't make it to yoga". */
export const wishOf = (goal: string): string =>
  withoutWish(withoutCaller(goal.slice(0, LONGEST_GOAL)).replace(HAS_HAD, "").replace(SUBJECT, ""))
    .replace(HAS_TO, "")
    .replace(/^only /i, "")
    .replace(CANNOT_COME, "cancel ")
    .replace(/^asks\b/i, "ask")
    .replace(THIRD_PERSON, "$1 ")
    .replace(
      /^be seen\b|^come(?: in| by| over)? (?=today|tomorrow|tonight|on\b|this\b|next\b)/i,
      "book an appointment ",
    )
    .replace(/^be (?:collected|driven|fetched|picked up|taken)\b/i, "book to $&")
    // "See Night Ferry" wants a seat, and "see what it costs" asks.
    .replace(/^see (?=(?:an?|the) \p{Lu}|\p{Lu})/u, "book ");
