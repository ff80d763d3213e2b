/** Questions for a number or a code that name it by no other word. Only in English, and with an errand. */
import { fold } from "../../transcript/fold.ts";
import type { Slot } from "../language.ts";
import type { Turn } from "../saying/reply.ts";

const KEY = /\b(?:number|reference|ref|code|id)\b/;
const OTHER_NUMBER =
  /\b(?:desk|house|street|flat|floor|room|phone|mobile|telephone|card|account|call|ring|reach|number of|how many|a number in|in euros|in pounds)\b/;

/** "What's the number, all the digits?" asks for the number that was asked for before, or else for the only one. */
export function numberAsked(turn: Turn): number[] {
  const { heard, caller, language, state } = turn;
  const last = state.history.at(-1)?.asked ?? [];
  const asks = heard.asking.map(fold).some((one) => THE_NUMBER.test(one));
  const again = caller.facts.flatMap(({ slot }, at) =>
    slot !== null && OF_NUMBERS.has(slot) && last.includes(slot) ? [at] : [],
  );
  return asks && language.code === "en" && caller.errand && again.length === 1 ? again : onlyKey(turn);
}

const THE_NUMBER = /\b(?:the|that|your)(?: full| whole)? number\b(?! of\b)/;
/** What is called a number. */
const OF_NUMBERS: ReadonlySet<Slot> = new Set<Slot>([
  "phone",
  "order_number",
  "booking_number",
  "account_number",
  "case_number",
  "card_number",
]);

/** The only number or code that the caller has, whatever the agent calls it. */
function onlyKey({ heard, caller, language }: Turn): number[] {
  const asks = heard.asking.map(fold).some((one) => KEY.test(one) && !OTHER_NUMBER.test(one));
  if (!asks || language.code !== "en" || !caller.errand) return [];
  const keys = caller.facts.flatMap(({ label }, at) =>
    KEY.test(label) && !OTHER_NUMBER.test(label) ? [at] : [],
  );
  return keys.length === 1 ? keys : [];
}
