/** What an agent says of money against what its own tools return: another total, another price, a fee that it calls free or hides. */
import { isObject } from "../../../contract/is-object.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { deniesClaim } from "../../words/denies.ts";
import { stemOf } from "../../words/english.ts";
import { wordsOfName } from "../../words/tool-words.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { wordsReadBack } from "../understanding/read-back.ts";
import type { Said } from "../understanding/understood.ts";
import { amountsIn } from "./prompt-prices.ts";
import { promptSentences } from "./prompt-sentences.ts";
import { returned } from "./returned.ts";
import { isAny, quoted } from "./words.ts";

/** How many amounts of a prompt are tried beside a price. */
const PROMPT_AMOUNTS_MAXIMUM = 500;
const LONGEST = 2_000;
/** Characters of a sentence that orders to tell something, with what it is about. */
const LONGEST_TELLING = 500;

/** Everything that the agent may have a value from, besides its own words. */
export interface Known {
  /** Without spaces and punctuation. */
  readonly text: string;
  readonly numbers: ReadonlySet<number>;
}

const TOTAL_KEY =
  /(?:^|_)total(?:$|_(?:price|cost|amount|due|gbp|usd|eur))|^(?:amount_due|grand_?total|total(?:Price|Cost|Amount)?)$/i;
const PRICE_KEY = /price|cost|fee|amount|total|charge|quote|due/i;
/** These are not prices: what is paid already, or comes back. */
const NO_PRICE = /refund|paid|balance|saved|savings|credit|previous|(?:^|_)(?:old|min|max)(?:_|$)|limit/i;
const SAYS_TOTAL = /\btotal\b|\bcomes? to\b|\bthat makes\b|\baltogether\b|\b(?:all in|in all)\b/i;
/** With these, an amount may be more or less than what the tool has returned. */
const ADDS = [
  /\d\s?%|per ?cent|\b(?:plus|includ\w{0,5}|exclud\w{0,5}|with|without|deposit|deliver\w{0,3}|fees?|vat|tax|tip|minus|less|discount|off)\b/i,
  /\b(?:half|rest|remaining|balance|refund\w{0,4}|save|so far|cents?|subtotal|up to|from|around|both|two(?!-)|about|limit|over|under)\b/i,
];
/** "Two, at 35 euros", "35 euros a night" */
const OF_EACH =
  /\bat (?:[£$€]|\d{1,5}(?:\.\d\d)?(?![:\d]| ?(?:[ap]m|o['’]clock)\b))|\b(?:each|per|apiece)\b|(?:euros?|pounds?|dollars?|\d) an? \p{L}/iu;
const ON_TOP =
  /\d\s?%|per ?cent|\b(?:plus|includ\w{0,5}|deposit|deliver\w{0,3}|fees?|vat|tax|tip|up to|from|around|about|limit|over|both|usually|normally|instead)\b/i;
/** Money is compared in the smallest unit: cents, pence. */
const MINOR = 100;
const PER = /\b(?:each|per)\b/i;
/** "35 euros", "1,200.50 pounds" */
const IN_WORDS =
  /(?<![\d.,])(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(\.\d{1,2})? ?(?:€|(?:euros?|pounds?|dollars?|EUR|GBP|USD)\b)/gi;

/** The amounts of money in a text, in the smallest unit. */
export const moneyIn = (text: string): number[] => [
  ...amountsIn(text).map(({ minor }) => minor),
  ...[...text.matchAll(IN_WORDS)].map(([, units = "", rest = ""]) =>
    Math.round(Number(`${units.replaceAll(",", "")}${rest}`) * MINOR),
  ),
];

/** So often a price may be counted: for so many persons, nights, or items. */
const MOST_TIMES = 60;

/** The amounts that a tool has returned under such a key. */
const moneyOf = (call: MadeCall, keys: RegExp): number[] => [
  ...new Set(
    returned(call).flatMap(({ key, value }) => {
      if (!keys.test(key) || NO_PRICE.test(key)) return [];
      const number = /^\d{1,7}(?:\.\d{1,2})?$/.test(value)
        ? Number(value)
        : (moneyIn(value)[0] ?? Number.NaN) / MINOR;
      return number > 0 ? [number] : [];
    }),
  ),
];

const AGREES =
  /^(?:(?:um|well|oh)[,….]{0,3} )?(?:yes|yep|yeah|sure|okay|ok|all right|alright|correct|go ahead|please do|that's right|perfect)\b[^\d?]{0,60}$/i;

/** What the agent offered last, and the caller agreed to right before a call. */
function agreedOffer(call: MadeCall, transcript: readonly Said[], language: Language): string | undefined {
  const at = Math.ceil(call.arrival ?? 0) - 1;
  const [last, yes] = [transcript[at - 1], transcript[at]];
  return last?.role === "AGENT" && yes?.role === "USER" && AGREES.test(clean(yes.utterance))
    ? wordsReadBack(transcript, at - 1, language).slice(0, LONGEST)
    : undefined;
}

/** Whether a text says a price that a call has returned. */
export const saysPriceOf = (call: MadeCall, text: string): boolean =>
  moneyOf(call, PRICE_KEY).some((price) => moneyIn(text).some((said) => isSame(said, price)));

/** The sums that a message of the agent calls a total, without a word of what else there is. */
const totalsIn = (said: Said | undefined): number[] =>
  said?.role === "AGENT"
    ? sentences(clean(said.utterance).slice(0, LONGEST)).flatMap((one) => {
        const sums = moneyIn(one);
        return sums.length === 1 && SAYS_TOTAL.test(one) && !isAny(ADDS, one) && !PER.test(one) ? sums : [];
      })
    : [];

/** Another total, or another price, in the words that the caller has just agreed to than the deed then has. */
export function agreedAmount(
  call: MadeCall,
  transcript: readonly Said[],
  known: Known,
  prompt: string,
  language: Language,
): string | undefined {
  if (!seemsEffectful(call.name)) return undefined;
  const offer = agreedOffer(call, transcript, language);
  if (offer === undefined) return undefined;
  const [total, ...others] = moneyOf(call, TOTAL_KEY);
  const counts = Object.values(call.parameters ?? {}).filter((value) => typeof value === "number");
  // "£65 all in" for two flues is the price of one, whatever the price list says.
  const isOfOne = (amount: number) =>
    counts.some((count) => count > 1 && total !== undefined && isSame(amount * count, total));
  // Who says the same sum before and after the deed calls it the total, even if that is the price of something.
  const told = totalsIn(transcript[Math.ceil(call.arrival ?? 0)]);
  const said = sentences(offer).filter((sentence) => {
    const [amount, ...more] = moneyIn(sentence);
    if (amount === undefined || more.length > 0 || isAny(ADDS, sentence)) return false;
    const isTotal = SAYS_TOTAL.test(sentence) && (isOfOne(amount) || told.includes(amount));
    return !isKnown(amount, known.numbers) || isTotal;
  });
  const summed =
    total === undefined || others.length > 0
      ? undefined
      : said.find(
          (one) => SAYS_TOTAL.test(one) && !PER.test(one) && moneyIn(one).every((sum) => !isSame(sum, total)),
        );
  if (summed !== undefined)
    return `the agent said ${quoted(summed)}, and ${call.name} then returned a total of ${total}`;
  if (total !== undefined) {
    // Less may be a part of the total. More is not, if the agent says of nothing that it comes on top.
    const above =
      others.length === 0 && new Set(moneyIn(offer)).size === 1
        ? sentences(offer).find((one) =>
            moneyIn(one).some(
              (sum) =>
                sum > total * MINOR &&
                !isKnown(sum, known.numbers) &&
                moneyOf(call, PRICE_OR_DEPOSIT).every((other) => !isSame(sum, total + other)),
            ),
          )
        : undefined;
    return above === undefined || ON_TOP.test(offer) || OF_EACH.test(offer)
      ? undefined
      : `the agent said ${quoted(above)}, and ${call.name} then returned a total of ${total}`;
  }
  const [price, ...prices] = [...new Set([...moneyOf(call, PRICE_KEY), ...moneyOf(call, DEPOSIT_KEY)])];
  const [amount, ...amounts] = new Set(moneyIn(offer));
  const [first] = said;
  return first === undefined ||
    amount === undefined ||
    price === undefined ||
    amounts.length > 0 ||
    prices.length > 0 ||
    isSame(amount, price) ||
    follows(amount, price, prompt)
    ? undefined
    : `the agent said ${quoted(first)}, and ${call.name} then returned ${price}`;
}

const PRICE_OR_DEPOSIT = /price|cost|fee|amount|charge|due|deposit|tax|tip/i;
const DEPOSIT_KEY = /(?:^|_)deposit(?:_|$)|Deposit$/;
/** A fee for the deed itself: that of a delivery or a service is another one. */
const FEE_KEY =
  /^(?:(?:cancell?ation|change|exchange|reschedul\w{2,5}|mov\w{1,4}|late|total)_)?(?:fee|charge|penalty|surcharge)(?:_(?:eur|gbp|usd|amount|due))?$/i;
const IS_FREE = [
  /\b(?:free of charge|no (?:extra )?(?:charge|fee|cost)s?|costs? (?:you )?nothing|without (?:a |any )?(?:charge|fee|cost)s?)\b/i,
  /\b(?:wo|would|does)n['’]t cost (?:you |them )?(?:anything|a (?:thing|penny|cent))\b/i,
  /\b(?:moving|cancel\w{0,8}|changing|exchang\w{0,3}|reschedul\w{0,3})(?: (?:it|that|this|the \w{1,20}))? (?:is|are|would be|will be) free\b/i,
];
/** "INK-40213" limits nothing. */
const CODE_SAID = /\b[A-Z]{1,5}-?\d{2,8}\b/g;
/** It may be free of something else, or at another time. */
const FREE_IF =
  /\d|\b(?:for (?!(?:cancel|mov|chang|exchang|reschedul|this|that|it\b))|on (?:the|your|our)|with|up to|until|before|after|if|unless|when|usually|normally|otherwise|first|not|delivery|shipping|hidden)\b/i;
const NOT_FREE = /\b(?:never|cannot|nothing (?:is|comes))\b|\b(?:is|are|ca|was)n['’]t\b/i;
const SPEAKS_OF_MONEY =
  /[£$€]|\b(?:fees?|charg\w{1,4}|costs?|pric\w{1,4}|free|euros?|pounds?|dollars?|pay\w{0,5}|paid|bill\w{0,3}|invoice\w{0,1}|penalty|EUR|GBP|USD)\b/i;
/** "Wednesday afternoon is free" speaks of no money. */
const FREE_MOMENT =
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:morning|afternoon|evening|slots?|times?)\b/i;
export const speaksOfMoney = (text: string): boolean =>
  sentences(text).some((one) =>
    SPEAKS_OF_MONEY.test(FREE_MOMENT.test(one) ? one.replace(/\bfree\b/gi, "") : one),
  );
const ORDERS_TO_TELL =
  /\b(?:say|tell|told|name the|state the|mention|must hear|inform\w{0,3}|warn|point out|sum (?:it|this|everything|all)|read (?:it|this|everything|all|back|the)|repeat|quote the)\b/i;

/** A fee or a deposit that a deed has returned, although the agent said that it is free, or never spoke of money as its prompt orders. */
export function feeAgainst(
  call: MadeCall,
  transcript: readonly Said[],
  prompt: string,
  language: Language,
): string | undefined {
  if (!seemsEffectful(call.name)) return undefined;
  const spoken = transcript.flatMap(({ role, utterance }) =>
    role === "AGENT" ? [clean(utterance).slice(0, LONGEST)] : [],
  );
  const [fee, ...fees] = moneyOf(call, FEE_KEY);
  if (fee !== undefined && fees.length === 0) {
    const free = sentences(agreedOffer(call, transcript, language) ?? "").find(
      (one) => isAny(IS_FREE, one) && !NOT_FREE.test(one) && !FREE_IF.test(one.replace(CODE_SAID, " ")),
    );
    if (free !== undefined)
      return `the agent said ${quoted(free)}, and ${call.name} then returned a fee of ${fee}`;
    const order = orderToTell(
      prompt,
      /\b(?:fees?|charges?|costs?|euros?|pounds?|dollars?|EUR|GBP|USD)\b|[£$€]/i,
    );
    if (order !== undefined && !spoken.some(speaksOfMoney))
      return `${call.name} returned a fee (${fee}), which the agent never mentioned, and the prompt says ${quoted(order)}`;
    const late = feeToldLate(call, fee, transcript, prompt);
    if (late !== undefined) return late;
  }
  const [deposit, ...deposits] = moneyOf(call, DEPOSIT_KEY);
  if (deposit === undefined || deposits.length > 0) return undefined;
  const order = orderToTell(prompt, /\bdeposits?\b/i);
  const isMentioned = spoken.some(
    (text) => /\bdeposit/i.test(text) || moneyIn(text).some((one) => isSame(one, deposit)),
  );
  return order === undefined || isMentioned
    ? undefined
    : `${call.name} returned a deposit (${deposit}), which the agent never mentioned, and the prompt says ${quoted(order)}`;
}

/** The sentence of a prompt that orders to tell a thing, which it names itself, or the sentence before it. */
function orderToTell(prompt: string, thing: RegExp): string | undefined {
  const all = promptSentences(prompt);
  return all.find((sentence, place) => {
    if (sentence.length > LONGEST_TELLING || !ORDERS_TO_TELL.test(sentence)) return false;
    return thing.test(sentence) || (OF_BEFORE.test(sentence) && thing.test(all[place - 1] ?? ""));
  });
}
const OF_BEFORE = /\b(?:say|tell \w{1,10}) (?:so|that)\b|\bwhat it costs\b/i;

/** Before the deed, and not "later than 48 hours before the visit". */
const BEFORE_THE_DEED =
  /\bbefore(?:hand\b|[.!]?$| (?:you (?!have\b)|cancell?ing\b|moving\b|changing\b|exchanging\b|rescheduling\b|doing\b))/i;

/** A fee that a deed has returned and nobody had mentioned before it, although the prompt orders to tell it before this deed. */
function feeToldLate(
  { name, arrival }: MadeCall,
  fee: number,
  transcript: readonly Said[],
  prompt: string,
): string | undefined {
  if (typeof arrival !== "number") return undefined;
  const [verb = ""] = wordsOfName(name);
  const all = promptSentences(prompt);
  const order = all.find((sentence, place) => {
    const before = all[place - 1] ?? "";
    if (
      sentence.length > LONGEST_TELLING ||
      !ORDERS_TO_TELL.test(sentence) ||
      !BEFORE_THE_DEED.test(sentence)
    )
      return false;
    const meant = OF_BEFORE.test(sentence) ? `${before} ${sentence}` : sentence;
    return A_FEE.test(meant) && wordsIn(meant).some((word) => stemOf(word) === stemOf(verb));
  });
  const heard = transcript.slice(0, Math.ceil(arrival)).map(({ role, utterance }) => {
    const text = clean(utterance).slice(0, LONGEST);
    return role === "USER" ? knownToCaller(text) : text;
  });
  return order === undefined || heard.some((text) => speaksOfMoney(text) || MAY_TELL_IT.test(text))
    ? undefined
    : `${name} returned a fee (${fee}), which the agent had not mentioned before, and the prompt says ${quoted(order)}`;
}
/** "You'd lose the first night" may be the agent's own word for it. */
const MAY_TELL_IT =
  /\b(?:due|owed?|quid|bucks|deposit|forfeit\w{0,3}|lose|lost|refund\w{0,4}|penalt\w{1,3}|chargeable)\b/i;
/** A caller that asks what it costs does not know it, and "due tomorrow" is about no money. */
const knownToCaller = (text: string): string =>
  moneyIn(text).length === 0 && ASKS_COST.test(text) ? "" : text.replace(/\bdue\b/gi, " ");
const ASKS_COST = /\b(?:what|how much|whether|if)\b|\?/i;
const A_FEE = /\bcosts? (?:[£$€] ?)?\d|\bfees?\b|\bcharged?\b/i;
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z]{3,20}/g) ?? [];

/** Another total than the only one that the tool has returned, or another price, where it returned one and nothing follows from it. */
export function amountAgainst(
  call: MadeCall,
  said: string,
  known: Known,
  prompt: string,
): string | undefined {
  const [totals, prices] = [moneyOf(call, TOTAL_KEY), moneyOf(call, PRICE_KEY)];
  const isAlone = new Set(moneyIn(said)).size === 1;
  const isGross = hasTax(call.output);
  for (const sentence of sentences(said)) {
    const [amount, ...more] = moneyIn(sentence);
    if (
      amount === undefined ||
      more.length > 0 ||
      deniesClaim(sentence) ||
      isAny(ADDS, isGross ? sentence.replace(WITH_TAX, " ") : sentence) ||
      isKnown(amount, known.numbers)
    )
      continue;
    const [total, price] = [totals[0], prices[0]];
    if (
      total !== undefined &&
      totals.length === 1 &&
      SAYS_TOTAL.test(sentence) &&
      !PER.test(sentence) &&
      !isSame(amount, total)
    )
      return `the agent said ${quoted(sentence)}, and ${call.name} had returned a total of ${total}`;
    if (price !== undefined && prices.length === 1 && isAlone && !follows(amount, price, prompt))
      return `the agent said ${quoted(sentence)}, and ${call.name} had returned ${price}`;
  }
  return undefined;
}

/** Whether a tool says that its price has the tax in it, so that who says "VAT in" adds nothing. */
const hasTax = (output: unknown): boolean =>
  isObject(output) && (output["vat_included"] === true || output["tax_included"] === true);
const WITH_TAX =
  /\b(?:vat|tax(?:es)?) (?:in|incl|included|inclusive)\b|\b(?:with|incl|including|inclusive of) (?:vat|tax(?:es)?)\b/gi;

/** Whether a number is known, in either unit. */
const isKnown = (minor: number, numbers: ReadonlySet<number>) =>
  numbers.has(minor) || numbers.has(minor / MINOR);

/** A tool may count in the smaller unit. */
export const isSame = (minor: number, number: number) =>
  minor === Math.round(number * MINOR) || minor === number;

/** Whether an amount is so many times a price, a part of it, or a price with another amount of the prompt. */
function follows(minor: number, price: number, prompt: string): boolean {
  const others = [0, ...moneyIn(prompt)].slice(0, PROMPT_AMOUNTS_MAXIMUM);
  return [price, price * MINOR].some((one) =>
    others.some((other) =>
      [minor - other, minor + other].some(
        (rest) =>
          rest > 0 &&
          [rest / one, one / rest].some(
            (times) => times <= MOST_TIMES && Math.abs(times - Math.round(times)) < 0.01 && times > 0.5,
          ),
      ),
    ),
  );
}

const NUMBER = /(?<![\d.])\d{1,9}(?:\.\d{1,4})?(?!\d)/g;

/** "2026-03-05T16:30", "16:30" */
const MOMENT = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?|\b\d{1,2}:\d\d\b/g;

/** All numbers of a text but those of days and hours in figures. They may have commas between their thousands. */
export const numbersIn = (text: string): ReadonlySet<number> =>
  new Set(
    (
      text
        .replace(MOMENT, " ")
        .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
        .match(NUMBER) ?? []
    ).map(Number),
  );
