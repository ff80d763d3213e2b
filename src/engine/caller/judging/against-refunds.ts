/** A sum that an agent says is coming back against the one that its deed has returned. */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { sentences } from "../../transcript/sentences.ts";
import { deniesClaim } from "../../words/denies.ts";
import type { MadeCall } from "../made-call.ts";
import { isSame, moneyIn } from "./against-amounts.ts";
import { returned } from "./returned.ts";

const REFUND_KEY =
  /^(?:amount_)?refund(?:ed)?(?:_(?:amount|sum|total))?(?:_(?:eur|gbp|usd))?$|^refund(?:ed)?Amount$/i;
const SUM = /^\d{1,7}(?:\.\d{1,2})?$/;
const COMES_BACK =
  /\brefund(?:s|ed)?\b|\bback (?:to|on|onto|in|into) you\b|\bback (?:to|on|onto|in|into) your (?:card|account|bank)\b|\byou(?:['’]ll| will) (?:get|have|receive)\b[^.?!]{0,30}\bback\b/i;
/** The sum may be what was paid, a part, or that of another case. */
const OF_ELSE = [
  /%|\b(?:half|less|minus|fees?|charge\w{0,2}|keep|kept|except|rest|remain\w{0,4}|plus|paid|costs?|of (?:the|your)|out of)\b/i,
  /\b(?:up to|about|each|per|if|would|could|had|was|were|usually|normally|instead|deposit|credit|voucher)\b/i,
];

/**
 * The agent's words and the sum that was returned. Undefined unless that is the only one, and the agent names only another one as what comes
 * back.
 * @param said the agent's first words after the call
 */
export function otherRefund(call: MadeCall, said: string): string | undefined {
  if (!seemsEffectful(call.name)) return undefined;
  const sums = returned(call).flatMap(({ key, value }) =>
    REFUND_KEY.test(key) && SUM.test(value) ? [Number(value)] : [],
  );
  const [sum, ...others] = sums;
  if (sum === undefined || others.length > 0) return undefined;
  if (moneyIn(said).some((minor) => isSame(minor, sum))) return undefined;
  const found = sentences(said).find(
    (one) =>
      new Set(moneyIn(one)).size === 1 &&
      COMES_BACK.test(one) &&
      !one.endsWith("?") &&
      !deniesClaim(one) &&
      !OF_ELSE.some((word) => word.test(one)),
  );
  return found && `the agent said ${JSON.stringify(found)}, and ${call.name} had returned a refund of ${sum}`;
}
