/** Questions that name the value they want, without a verb: "And the house number?", "Value in euros?" Only in English. */
import { fold } from "../../transcript/fold.ts";

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What is asked for. */
const VALUES = setOf(
  "name names surname number numbers digits figures letters code reference address postcode zip email e-mail phone plate " +
    "registration value worth content contents weight amount birthday birth town towns city street reading",
);
/** A sentence with these says something, or proposes it. */
const NO_REQUEST = setOf(
  "is are was were am be do does did can could will would shall should have has had may might must need needs want like i you we it he she they " +
    "it's that's that this these those right correct same another other different any there who what which where when why how not no only",
);
const BEGINS =
  /^(?:(?:and|so|now|then|okay|ok|first|next|again|sorry|please|your|the|a|just|only|once more)\b[,:]? ?){0,5}/;
/** What follows the value: "of the parcel", "in euros", ", in a few words". */
const FOLLOWS = /[,(:;–]| (?:of|in|for|on|with|from|as|like|after|before|again|please)(?= |$)/;
const MOST_WORDS = 6;
const LONGEST = 120;

/** Whether a sentence asks for a value by what it is. */
export function asksForValue(sentence: string): boolean {
  const folded = fold(sentence)
    .trim()
    .replace(/[?.!]{1,3}$/, "");
  if (folded.length > LONGEST) return false;
  const [named = ""] = folded.replace(BEGINS, "").split(FOLLOWS);
  const list = named.split(" ").filter((word) => word !== "");
  if (list.length === 0 || list.length > MOST_WORDS || list.some((word) => NO_REQUEST.has(word)))
    return false;
  return VALUES.has(list.at(-1) ?? "");
}

const NARROWED = /^(?:[a-z ]{1,20}: )?(?:only|just) (?=(?:the|your) )/;

/** "Only the house number.", "Just the five digits, like 51234.", "A number in euros, please." */
export const asksOnlyFor = (folded: string): boolean =>
  (NARROWED.test(folded) && asksForValue(folded.replace(NARROWED, ""))) ||
  (folded.includes("please") && asksForValue(folded));

const WHICH = /\b(?:what|which)(?:'s| is)? (?:the |your |its |his |her )?((?:[a-z'-]+ ){0,2}[a-z'-]+)/;

/** "Which house number does the neighbour live at?", "How much is it worth?", "How old is the pupil?" */
export function asksWhichValue(sentence: string): boolean {
  const folded = fold(sentence);
  const [, named = ""] = WHICH.exec(folded) ?? [];
  return OF_THING.test(folded) || named.split(" ").some((word) => VALUES.has(word));
}

const OF_THING =
  /\bhow (?:much is .{1,40} worth|old|heavy|(?:many )?years old)\b|\bthe age\b|\bhow much .{0,20}\bworth\b/;
