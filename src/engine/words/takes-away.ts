/** How people speak of something that is cancelled, refunded or removed. Only in English. */
const WAYS = [
  /\b(?:cancel\w{0,8}|refund\w{0,4}|delet\w{1,4}|remov\w{1,4}|terminat\w{1,4}|void\w{0,3}|clos(?:e|ed|ing)|end(?:ed|ing|s)?|stop\w{0,4})\b/i,
  /\b(?:drop\w{0,4}|withdr\w{1,6}|return\w{0,3}|scrap\w{0,4}|release|free[ds]?|lose|lost|back|off|out|up|away|without|leave|instead of)\b/i,
];

/** Whether a text may speak of taking something away. Wide: what it does not cover is certainly about something else. */
export const speaksOfTakingAway = (text: string): boolean => WAYS.some((way) => way.test(text));
