import { IDIOM } from "./english.ts";

/** Words that deny something, in English. */
export const DENIES =
  /n['’]t\b|\bcannot\b|\bnot\b|\bno\b|\bnone\b|\bneither\b|\bnothing\b|\bnobody\b|\bnever\b|\bunfortunately\b/i;

/** "Nothing has been reserved", "no seats were booked", and not "at no extra cost". */
const DENIES_CLAIM =
  /n['’]t\b|\b(?:cannot|not|nothing|none|nobody|neither|nor|never)\b|\bno (?:[\p{L}-]{2,20} ){1,3}(?:was|were|is|are|has|have|had|will|would|could)\b/iu;
/** What is left to do: "nothing to pay", "no need to call". */
const LEFT_TO_DO =
  /\b(?:nothing|no need|not have|(?:do|does|need)n['’]t(?: need| have)?) (?:else|more|further|to)\b/gi;

/** Whether a sentence says the opposite of what its words would claim: that something was done, costs so much, or is so. */
export const deniesClaim = (sentence: string): boolean =>
  DENIES_CLAIM.test(sentence.replaceAll("’", "'").replace(IDIOM, "").replace(LEFT_TO_DO, " "));
