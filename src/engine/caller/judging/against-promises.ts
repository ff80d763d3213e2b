/** What an agent says although its prompt rules it out in so many words: a discount, or another language than English. */
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { DENIES } from "../../words/denies.ts";
import { ENGLISH_ONLY } from "../../words/english-only.ts";
import { isInOtherLanguage } from "../hearing/language-of-text.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Said } from "../understanding/understood.ts";
import { LONGEST_ORDER, promptSentences } from "./prompt-sentences.ts";
import type { Words } from "./words.ts";

const LONGEST = 2_000;

/** It forbids, and knows no case in which it doesn't. */
const NO_DISCOUNTS =
  /\b(?:no (?:price )?(?:discounts?|reductions?)|(?:never|not|don['’]t) (?:give|offer|grant|promise|invent) (?:any |an? )?(?:discounts?|reductions?))\b/i;
const OF_A_CASE =
  /\b(?:if|unless|except|without|other|further|more than|additional|on top|when|where|only|beyond)\b/i;
/** "Please don't", with what follows in a list. */
const FORBIDS = /\b(?:don['’]?t|do not|never)\b[^\p{L}]{0,6}$/iu;
const GIVES_DISCOUNTS =
  /^\s{0,8}[-*•] (?:give|offer|grant|promise|invent) (?:any )?(?:discounts|reductions)\b/i;
/** What comes on top, or is paid before, reduces nothing. */
const ON_TOP = /\+ ?\d{1,3} ?%|\d{1,3} ?(?:%|per ?cent) (?:deposit|surcharge|extra|more|on top|tax|vat)\b/gi;
const NO_FREE = /\bno free (?:\p{L}{3,12} )?(\p{L}{4,15})\b/iu;
const FOR_FREE = /\b(?:for free|free of charge|on the house)\b/i;
const MAY_BE =
  /\d|\b(?:if|unless|except|only|until|after|before|when|under|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
/** What a prompt that has some reduction says of it. */
const PERCENT = /(\d{1,3}) ?(?:%|per ?cent)/g;
const HALF_PRICE = /\bhalf[- ]price\b/i;
const HAS_OTHERS = /\b(?:voucher|promo|coupon|loyalty)/i;
const HAS_NO_OTHERS = /\bno (?:voucher|promo|coupon|loyalty)/gi;
const GRANTS = [
  /\b(?:\d{1,2}|five|ten|fifteen|twenty) ?(?:%|per ?cent) (?:off|discount|reduction|cheaper)\b/i,
  /\bdiscount of (?:[£$€]? ?\d|five|ten|fifteen|twenty)/i,
  /\b(?:I|we)(?:['’]ll| will| can|['’]ve)? (?:give|take|took|taken|knock|knocked) (?:you )?(?:[£$€]? ?\d{1,4}|five|ten|fifteen|twenty)\b[^.!?]{0,20}\boff\b/i,
];

/** A title, or what somebody else has said. */
const MAY_QUOTE = /["“”„«»‘*_:]|(?<!\p{L})'/u;
const OTHER_LANGUAGE =
  /\b(?:languages?|German|French|Spanish|Italian|Portuguese|Turkish|Polish|Dutch|bilingual)\b/i;

/**
 * The agent's words beside its prompt's. Undefined if nothing is proved: the caller or a tool may have named a discount, or the caller may
 * have spoken another language first.
 */
export function againstPromises(
  calls: readonly MadeCall[],
  words: Words,
  { code }: Language,
): string | undefined {
  if (code !== "en") return undefined;
  const short = promptSentences(words.prompt).filter(({ length }) => length <= LONGEST_ORDER);
  if (short.length === 0) return undefined;
  return (
    discounted(calls, words, [...short, ...forbiddenIn(words.prompt)]) ??
    givenAway(words, short) ??
    moneyBack(calls, words, short) ??
    inOtherLanguage(words, short)
  );
}

/** What a list below "Please don't" has of discounts, as a sentence. */
function forbiddenIn(prompt: string): string[] {
  let isForbidden = false;
  for (const line of clean(prompt).split("\n")) {
    if (line.trim() === "") continue;
    const isItem = /^\s{0,8}[-*•] /.test(line);
    if (!isItem) isForbidden = FORBIDS.test(line);
    else if (isForbidden && GIVES_DISCOUNTS.test(line) && line.length <= LONGEST_ORDER)
      return [`No discounts: ${line.replace(/^\s{0,8}[-*•] /, "")}`];
  }
  return [];
}

/** "One player plays for free", where the prompt says "no free extra players". */
function givenAway({ transcript }: Words, ordered: readonly string[]): string | undefined {
  for (const order of ordered) {
    const [, thing] = NO_FREE.exec(order) ?? [];
    if (thing === undefined || OF_A_CASE.test(order.replace(/\bextra\b/gi, ""))) continue;
    const said = agentSentences(transcript).find(
      (one) =>
        FOR_FREE.test(one) &&
        !one.endsWith("?") &&
        !DENIES.test(one) &&
        !MAY_BE.test(one) &&
        one.toLowerCase().includes(thing.toLowerCase().replace(/s$/, "")),
    );
    if (said !== undefined)
      return `the agent said ${JSON.stringify(said)}, and the prompt says ${JSON.stringify(order)}`;
  }
  return undefined;
}

function discounted(
  calls: readonly MadeCall[],
  words: Words,
  ordered: readonly string[],
): string | undefined {
  const order = ordered.find(
    (one) => NO_DISCOUNTS.test(one) && (!OF_A_CASE.test(one) || percentsIn(one).length > 0),
  );
  const texts = `${words.prompt}\n${words.knowledge_base}`.replace(ON_TOP, " ").replace(HAS_NO_OTHERS, " ");
  if (order === undefined || HAS_OTHERS.test(texts)) return undefined;
  const percents = percentsIn(texts);
  const hasAny = percents.length > 0 || HALF_PRICE.test(texts);
  // Where there are some, only a percentage that none of them has is invented.
  const told = [...percents, "50", ...percentsIn(words.transcript.map(userWords).join("\n"))];
  const isInvented = (one: string) => {
    const [percent, ...more] = percentsIn(one);
    return !hasAny || (percent !== undefined && more.length === 0 && !told.includes(percent));
  };
  if (calls.some(({ output }) => /discount|reduc|voucher/i.test(JSON.stringify(output ?? ""))))
    return undefined;
  const said = agentIn(words.transcript)
    .flatMap((text) => sentences(text))
    .find((one) => !DENIES.test(one) && GRANTS.some((grant) => grant.test(one)) && isInvented(one));
  return said && `the agent said ${JSON.stringify(said)}, and the prompt says ${JSON.stringify(order)}`;
}

const percentsIn = (text: string): string[] => [...text.matchAll(PERCENT)].map(([, number = ""]) => number);
const userWords = ({ role, utterance }: Said): string => (role === "USER" ? clean(utterance) : "");

const NO_REFUNDS =
  /\b(?:never|not|no|cannot)\b[^.;:?]{0,30}\b(?:refund(?:s|ed)?|compensation)\b|\b(?:never|cannot|can['’]t)\b[^.;:?]{0,12}\bbe refunded\b/i;
const GIVES_BACK =
  /\b(?:money back|is refunded|are refunded|get a (?:full )?refund|refunds? (?:are|is|of|within|takes?))\b/i;
const YOU_GET_BACK =
  /\byou(?:['’]ll| will| can| do)? (?:get|receive|have) (?:all )?(?:your money|the full (?:value|price|amount)|\d{1,3} ?(?:%|per ?cent)[^.?!]{0,25}) (?:back|refunded)\b/i;

/** A promise of money back, where the prompt knows of no refund in any case. */
function moneyBack(
  calls: readonly MadeCall[],
  { prompt, knowledge_base, transcript }: Words,
  ordered: readonly string[],
): string | undefined {
  const order = ordered.find((one) => NO_REFUNDS.test(one) && !OF_A_CASE.test(one));
  if (order === undefined || GIVES_BACK.test(`${prompt}\n${knowledge_base}`)) return undefined;
  if (calls.some(({ output }) => /refund|credit|compensat/i.test(JSON.stringify(output ?? ""))))
    return undefined;
  const said = agentSentences(transcript).find(
    (one) => YOU_GET_BACK.test(one) && !one.endsWith("?") && !DENIES.test(one) && !OF_A_CASE.test(one),
  );
  return said && `the agent said ${JSON.stringify(said)}, and the prompt says ${JSON.stringify(order)}`;
}

function inOtherLanguage({ prompt, transcript }: Words, ordered: readonly string[]): string | undefined {
  const order = ordered.find((one) => ENGLISH_ONLY.test(one));
  if (order === undefined || OTHER_LANGUAGE.test(prompt)) return undefined;
  if (transcript.some(({ role, utterance }) => role === "USER" && isInOtherLanguage(utterance, "en")))
    return undefined;
  const said =
    agentIn(transcript).find((text) => isInOtherLanguage(text, "en")) ??
    agentSentences(transcript).find((one) => !MAY_QUOTE.test(one) && isInOtherLanguage(one, "en"));
  return (
    said &&
    `the agent said ${JSON.stringify(said)}, which isn't English, and the prompt says ${JSON.stringify(order)}`
  );
}

const agentIn = (transcript: readonly Said[]): string[] =>
  transcript.flatMap(({ role, utterance }) => (role === "AGENT" ? [clean(utterance).slice(0, LONGEST)] : []));

const agentSentences = (transcript: readonly Said[]): string[] =>
  agentIn(transcript).flatMap((text) => sentences(text));
