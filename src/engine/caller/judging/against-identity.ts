/** Whether an agent looked something up, or did something, without what its prompt has to know first of who asks. */
import { isErrorOutput } from "../../metrics/tools/failed-call.ts";
import { sentences } from "../../transcript/sentences.ts";
import { squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { isSaid, type Said } from "../understanding/understood.ts";
import { LONGEST_ORDER, plainPrompt, promptSentences } from "./prompt-sentences.ts";
import type { Words } from "./words.ts";

const MOST_TURNS = 400;
/** Each is compared with what the calls before it returned. */
const MOST_CALLS = 200;

/** What people are identified by, besides a number: the parameter for it, and how it is called. */
const ITEMS = [
  {
    label: "surname",
    key: /^(?:\w{1,20}_)?(?:surname|last_?name|family_?name)$/i,
    word: /\b(?:surname|(?:last|family) name)s?\b/i,
    asks: /\bnames?\b|\bsurnames?\b/i,
  },
  {
    label: "postcode",
    key: /^(?:\w{1,20}_)?(?:post_?code|postal_?code|zip(?:_?code)?)$/i,
    word: /\b(?:post ?code|postal code|zip(?: code)?)s?\b/i,
    asks: /\b(?:post ?codes?|postal|zip|address)\b/i,
  },
  {
    label: "date of birth",
    key: /^(?:date_?of_?birth|birth_?date|dob)$/i,
    word: /\b(?:dates? of birth|birth ?dates?|dob)\b/i,
    asks: /\b(?:birth\w{0,4}|born|dob|old|age)\b/i,
  },
] as const;

const IDENTIFIES = /\b(?:identif\w{1,9}|verif\w{1,9}|match(?:es)?|agrees?)\b/i;
/** The other half of "order number and surname". */
const WITH_NUMBER = /\b(?:number|code|reference|id)\b[^.;]{0,60}(?:\band\b|\+|\bplus\b|\btogether with\b)/i;
const OF_A_CASE =
  /\b(?:if|unless|except|when|may|might|can|could|or|optional(?:ly)?|otherwise|instead|where)\b/i;

/**
 * The agent's call beside its prompt's words, in words. Undefined if nothing is proved: the agent may have asked for it, or have it from the
 * caller, from its texts, or from another tool.
 */
export function againstIdentity(
  calls: readonly MadeCall[],
  words: Words,
  language: Language,
): string | undefined {
  if (language.code !== "en" || words.transcript.length > MOST_TURNS) return undefined;
  const made = calls.slice(0, MOST_CALLS).filter(({ output }) => !isErrorOutput(output, true));
  const prompt = plainPrompt(words.prompt);
  const orders = promptSentences(words.prompt);
  for (const call of made) {
    const found =
      withoutItem(call, calls, orders, words, language) ?? withoutName(call, { ...words, prompt });
    if (found) return found;
  }
  return undefined;
}

const heardBefore = ({ arrival }: MadeCall, transcript: readonly Said[]): readonly Said[] | undefined =>
  typeof arrival === "number" ? transcript.slice(0, Math.ceil(arrival)) : undefined;

/** A call with a surname, a postcode, or a date of birth that is empty, or that nobody had said. */
function withoutItem(
  call: MadeCall,
  calls: readonly MadeCall[],
  orders: readonly string[],
  { prompt, knowledge_base, transcript }: Words,
  language: Language,
): string | undefined {
  const heard = heardBefore(call, transcript);
  if (!heard?.some(({ role }) => role === "USER")) return undefined;
  for (const [key, value] of Object.entries(call.parameters ?? {})) {
    const item = ITEMS.find((one) => one.key.test(key));
    if (!item || typeof value !== "string") continue;
    const order = orders.find(
      (one, place) =>
        one.length <= LONGEST_ORDER &&
        item.word.test(one) &&
        WITH_NUMBER.test(one) &&
        !OF_A_CASE.test(one) &&
        IDENTIFIES.test(`${(orders[place - 1] ?? "").slice(-LONGEST_ORDER)} ${one}`),
    );
    if (order === undefined || heard.some(({ utterance }) => item.asks.test(utterance))) continue;
    const earlier = calls.slice(0, calls.indexOf(call)).map(({ output }) => JSON.stringify(output ?? ""));
    const known = squeezed([prompt, knowledge_base, ...earlier].join("\n"));
    const isKnown =
      value !== "" &&
      (heard.some(({ utterance }) => isSaid(utterance, value, language)) || known.includes(squeezed(value)));
    if (!isKnown)
      return `${call.name} was called with ${value === "" ? "no" : "a"} ${item.label}${value === "" ? "" : " that nobody had said"}, and the prompt says ${JSON.stringify(order)}`;
  }
  return undefined;
}

/** "Only after client number and name agree with the register." */
const NUMBER_AND_NAME =
  /\bonly (?:after|once|when) (?:the )?(?:\w{2,12} )?(?:number|code|reference) and (?:the )?(?:full |last )?(?:sur)?name (?:agree|match)\b/i;
const NAME = /\b(?:sur)?names?\b|\bcalled\b|\bthis is\b|\bspeaking\b/i;
/** "Oskar Vilks", or a word in capitals in the middle of a sentence, but for days and months. */
const MAY_BE_NAME =
  /(?:^|[.!?…] )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}|\p{Ll}['’]?,? (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))\p{Lu}\p{Ll}/u;

/** A deed for somebody who never said a name, and was never asked for it, although the line of the prompt that names the deed orders it. */
function withoutName(call: MadeCall, { prompt, transcript }: Words): string | undefined {
  const heard = heardBefore(call, transcript);
  const own = heard?.filter(({ role }) => role === "USER") ?? [];
  if (!heard || own.length < 2) return undefined;
  const line = prompt
    .split("\n")
    .find((one) => NUMBER_AND_NAME.test(one) && one.split(/[^\w]+/).includes(call.name));
  const order = line && sentences(line).find((one) => NUMBER_AND_NAME.test(one));
  if (order === undefined || /\b(?:unless|except)\b/i.test(line ?? "")) return undefined;
  if (heard.some(({ utterance }) => NAME.test(utterance))) return undefined;
  if (own.some(({ utterance }) => MAY_BE_NAME.test(utterance))) return undefined;
  return `${call.name} was called although nobody had said or asked for a name, and the prompt says ${JSON.stringify(order)}`;
}
