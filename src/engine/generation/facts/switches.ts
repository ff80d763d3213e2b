/** What a caller answers with yes or no: a licence that it has to have, terms that it has to accept, or an extra that it may want. */
import { numberInGoal, switchInGoal } from "./in-goal.ts";
import type { Found } from "./sources.ts";
import { stemsOf } from "./stems.ts";
import { wordsIn } from "./words-in-goal.ts";

const LONGEST = 1_000;

/** The value of a parameter that takes yes or no. Undefined for what the agent itself knows or decides. */
export function switchFor(
  words: string,
  description: string,
  goal: string,
  required: boolean,
): Found | undefined {
  // Who wants something done fulfils what it depends on.
  if (isPrecondition(words, description)) return { value: !isDenied(goal, words) };
  if (CONSENT.test(words)) return undefined;
  const said = switchInGoal(goal, words);
  if (said !== undefined) return { value: said };
  if (!required) return undefined;
  // What the goal says neither way, although it has a word of it, may be so: "locked" of `locked_out`.
  const stems = stemsOf(goal);
  const isTouched = [...stemsOf(words)].some((stem) => stem.length > 3 && stems.has(stem));
  // Who says nothing about an extra doesn't want it.
  return isTouched ? { open: "yes or no" } : { value: IS_USUAL.test(words) };
}

/** What the caller confirms during the call is the agent's to see. */
const CONSENT = /\b(?:confirm\w*|consent\w*|verified|agree\w*|accept\w*|authori[sz]ed|approved)\b/;
/** Who comes is well, unless the goal says otherwise. */
const IS_USUAL = /\b(?:adult|eligible|feel(?:s|ing)? (?:fine|ok|well)|fit|healthy|in good health|is well)\b/;

const PAPER = "(?:certificat(?:e|ion)|licen[cs]e|permission|permit|photo id|qualification)";
const TERMS =
  "(?:age|charges?|conditions|contract|deposit|disclaimer|fees?|liability|policy|privacy|risks?|rules|terms)";
const AGREED = "(?:accept(?:s|ed)?|acknowledged|agree[sd]?|confirmed)";
const NAMED = [
  new RegExp(`^(?:has|have|holds?) (?:(?!in\\b|on\\b)[a-z]{1,15} ){0,3}${PAPER}$`),
  /^(?:[a-z]{2,12} )?(?:clean|driver s|driving|full|provisional|valid) licen[cs]e(?: held)?$/,
  /\b(?:of (?:legal )?age|(?:at least|over) (?:16|18|21)|up to date|valid)\b/,
  new RegExp(`\\b${TERMS}(?: [a-z]{1,12}){0,3} ${AGREED}$`),
  new RegExp(`\\b${AGREED}(?: [a-z]{1,12}){0,3} ${TERMS}\\b`),
  /\bconsent(?:s|ed)?\b/,
];
/** "True if the caller has a valid licence", and not "gift wrap: only if the customer is over 18". */
const DESCRIBED = new RegExp(
  `^(?:(?:a|all|if|once|only|that|the|true|when|whether) ){0,5}[a-z]{2,15} (?:${[
    "(?:has|have|holds?) (?:an? )?(?:current|full|provisional|valid) ",
    "(?:is|are) (?:at least|over|aged) \\d\\d",
  ].join("|")})`,
);
const CONFIRMED =
  /^(?:(?:if|once|only|that|the|true|when|whether) ){0,5}[a-z]{2,15} (?:has )?(?:confirm(?:s|ed)|declare[sd]) (?:that )?(?:he|it|she|they) (?:are|can|has|have|is|lives?|may|owns?)\b/;
/** Nobody has to want it, and who lacks it does not fulfil it. */
const NO_PRECONDITION = [
  /\b(?:add?s?|cookies?|damage|extras?|gift|insurance|keep|marketing|news\w{0,6}|offers?|photos?|pictures?)\b/,
  /\b(?:promo\w{0,7}|protection|send|sms|updates?|upgrade|wants?|warranty)\b/,
  /\b(?:declined|expired|lost|needs?|never|not?|refused|requires?|required|revoked|suspended|withdrawn|without)\b/,
];

/**
 * Whether a business does something only if this is so.
 * @param words the name of a parameter in words
 * @param description in small letters
 */
export function isPrecondition(words: string, description: string): boolean {
  const said = description.slice(0, LONGEST);
  if (NO_PRECONDITION.some((form) => form.test(words))) return false;
  return NAMED.some((form) => form.test(words)) || DESCRIBED.test(said) || CONFIRMED.test(said);
}

const DENIALS = /^(?:declin\w{1,3}|lacks?|missing|never|no|not|refus\w{1,4}|without|\w{2,6}n't)$/;
const LAPSED = /\b(?:expired|lapsed|out of date|overdue|revoked|suspended)\b/i;
const UNDER_AGE = /\b(?:minor|too young|under ?age|under (?:16|18|21))\b/i;
const OF_AGE = /\b(?:of (?:legal )?age|(?:at least|over) (16|18|21))\b/;
/** Between a denial and what it denies: "without a full driving licence". */
const NEAR = 4;

/** Whether the goal says that the caller does not have it: "without a licence", "vaccinations are overdue", "who is 17". */
function isDenied(goal: string, words: string): boolean {
  const text = goal.slice(0, LONGEST);
  const [ofAge, least = "18"] = OF_AGE.exec(words) ?? [];
  const age = ofAge === undefined ? undefined : numberInGoal(text, "age");
  if (ofAge !== undefined && (UNDER_AGE.test(text) || (age !== undefined && age < Number(least))))
    return true;
  const stems = [...stemsOf(words)];
  const isOf = (word: string) => stems.some((stem) => word.startsWith(stem));
  return text.split(/[.,;]| (?:and|but) /).some((clause) => {
    const all = wordsIn(clause);
    return all.some(
      (word, at) =>
        (word.startsWith("un") && isOf(word.slice(2))) ||
        (isOf(word) &&
          (LAPSED.test(text) || all.slice(Math.max(0, at - NEAR), at).some((one) => DENIALS.test(one)))),
    );
  });
}
