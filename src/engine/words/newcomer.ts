/** The people that a business has on record, and those whom it doesn't know yet. */

/** The source of a pattern. */
export const PEOPLE =
  "account holder|caller|client|customer|donor|guest|learner|member|owner|patient|policy ?holder|pupil|student|subscriber|tenant|user";

const NEW_HERE = [
  new RegExp(`\\b(?:new (?:here|${PEOPLE})|first[- ]time|unregistered)\\b`, "i"),
  /\bnot (?:yet )?(?:an? )?(?:existing |registered)/i,
  // "Has never given blood before", and not "never before noon"
  /\bnever [^.,;?!]{2,40} before(?=[.,;?!]|$| (?:and|but|who)\b)/i,
];
const LONGEST = 1_000;

/** Whether a goal, or what a caller says, is of somebody whom the business doesn't know yet. */
export const isNewcomer = (text: string): boolean =>
  NEW_HERE.some((pattern) => pattern.test(text.slice(0, LONGEST)));
