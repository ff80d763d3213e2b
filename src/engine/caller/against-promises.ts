/** What an agent says although its prompt rules it out in so many words: a discount, or another language than English. */
import { clean } from "../transcript/fold.ts";
import { sentences } from "../transcript/sentences.ts";
import { DENIES } from "../words/denies.ts";
import type { Language } from "./language.ts";
import { isInOtherLanguage } from "./language-of-text.ts";
import type { MadeCall } from "./made-call.ts";
import type { Said } from "./understood.ts";

const LONGEST_PROMPT = 60_000;
const LONGEST = 2_000;
const MOST_SENTENCES = 600;
const LONGEST_SENTENCE = 300;

/** It forbids, and knows no case in which it doesn't. */
const NO_DISCOUNTS =
  /\b(?:no (?:price )?(?:discounts?|reductions?)|(?:never|not|don['’]t) (?:give|offer|grant|promise|invent) (?:any |an? )?(?:discounts?|reductions?))\b/i;
const OF_A_CASE =
  /\b(?:if|unless|except|without|other|further|more than|additional|on top|when|where|only|beyond)\b/i;
/** What a prompt that has some reduction says of it. */
const HAS_REDUCTIONS = /\d ?(?:%|per ?cent)|\bhalf[- ]price\b|\b(?:voucher|promo|coupon|loyalty)\b/i;
const GRANTS = [
  /\b(?:\d{1,2}|five|ten|fifteen|twenty) ?(?:%|per ?cent) (?:off|discount|reduction|cheaper)\b/i,
  /\bdiscount of (?:[£$€]? ?\d|five|ten|fifteen|twenty)/i,
  /\b(?:I|we)(?:['’]ll| will| can|['’]ve)? (?:give|take|took|taken|knock|knocked) (?:you )?(?:[£$€]? ?\d{1,4}|five|ten|fifteen|twenty)\b[^.!?]{0,20}\boff\b/i,
];

const ENGLISH_ONLY =
  /\b(?:English only|only (?:in |speaks? |uses? )?English|(?:speaks?|answers?|repl(?:y|ies)|writes?) (?:only )?(?:in )?English)\b/i;
const OTHER_LANGUAGE =
  /\b(?:languages?|German|French|Spanish|Italian|Portuguese|Turkish|Polish|Dutch|bilingual)\b/i;

interface Words {
  readonly prompt: string;
  readonly knowledge_base: string;
  readonly transcript: readonly Said[];
}

/**
 * The agent's words beside its prompt's. Undefined if nothing is proved: the caller or a tool may have named a discount, or the caller may
 * have spoken another language first.
 */
export function againstPromises(
  calls: readonly MadeCall[],
  words: Words,
  { code }: Language,
): string | undefined {
  if (code !== "en" || words.prompt.length > LONGEST_PROMPT) return undefined;
  const ordered = sentences(clean(words.prompt)).slice(0, MOST_SENTENCES);
  const short = ordered.filter(({ length }) => length <= LONGEST_SENTENCE);
  return discounted(calls, words, short) ?? inOtherLanguage(words, short);
}

function discounted(
  calls: readonly MadeCall[],
  words: Words,
  ordered: readonly string[],
): string | undefined {
  const order = ordered.find((one) => NO_DISCOUNTS.test(one) && !OF_A_CASE.test(one));
  if (order === undefined || HAS_REDUCTIONS.test(`${words.prompt}\n${words.knowledge_base}`))
    return undefined;
  if (calls.some(({ output }) => /discount|reduc|voucher/i.test(JSON.stringify(output ?? ""))))
    return undefined;
  const said = agentIn(words.transcript)
    .flatMap((text) => sentences(text))
    .find((one) => !DENIES.test(one) && GRANTS.some((grant) => grant.test(one)));
  return said && `the agent said ${JSON.stringify(said)}, and the prompt says ${JSON.stringify(order)}`;
}

function inOtherLanguage({ prompt, transcript }: Words, ordered: readonly string[]): string | undefined {
  const order = ordered.find((one) => ENGLISH_ONLY.test(one));
  if (order === undefined || OTHER_LANGUAGE.test(prompt)) return undefined;
  if (transcript.some(({ role, utterance }) => role === "USER" && isInOtherLanguage(utterance, "en")))
    return undefined;
  const said = agentIn(transcript).find((text) => isInOtherLanguage(text, "en"));
  return (
    said &&
    `the agent said ${JSON.stringify(said)}, which isn't English, and the prompt says ${JSON.stringify(order)}`
  );
}

const agentIn = (transcript: readonly Said[]): string[] =>
  transcript.flatMap(({ role, utterance }) => (role === "AGENT" ? [clean(utterance).slice(0, LONGEST)] : []));
