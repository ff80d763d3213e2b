/** What an agent that never came to call the errand's tool has certainly done wrong. */

import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { clean } from "../../transcript/fold.ts";
import { DENIES } from "../../words/denies.ts";
import { squeezed } from "../facts/values.ts";
import { hear } from "../hearing/hear.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { isBareYes } from "../understanding/read-back.ts";
import { type Said, wordsOfCaller } from "../understanding/understood.ts";

/** After so many a person would hang up. */
const MOST_YES = 3;

/**
 * The question that the agent asked again in the same words, although it had got a yes each time. What it was about to do was never done.
 */
export function askedForEver(transcript: readonly Said[], language: Language): string | undefined {
  const agreed = new Map<string, number>();
  for (const [place, { role, utterance }] of transcript.entries()) {
    const answer = transcript[place + 1];
    const last = transcript[place + 2];
    if (role !== "AGENT" || answer?.role !== "USER" || last?.role !== "AGENT") continue;
    if (!/^(?:yes|yeah|yep)\b/i.test(answer.utterance) || !isBareYes(answer.utterance, language)) continue;
    const { check, proceed } = hear(utterance, language);
    if (!check && !proceed) continue;
    const times = (agreed.get(utterance) ?? 0) + 1;
    agreed.set(utterance, times);
    if (times >= MOST_YES && last.utterance === utterance) return utterance;
  }
  return undefined;
}

/** It may be somebody else's, or later. */
const HANDS_ON = [
  /\b(?:sorry|afraid|unfortunately|however|instead|only|transfer\w*|connect\w*|put you|pass(?:ed|ing)? you|colleague|manager|person|somebody|someone|team)\b/i,
  /\b(?:desk|staff|call (?:you|back|us|again)|ring|in touch|contact|e-?mail|visit|online|website|write|later|again|already|emergency|999|911|112)\b/i,
];
const PARTING =
  /\b(?:bye|goodbye|good-bye|see you|have a (?:good|great|nice|lovely)|thank(?:s| you) for (?:calling|chatting|contacting|your (?:call|message|order|time)))\b/i;

/**
 * The agent's last words, if it hung up in the middle: right after an answer of the caller, without a question, a refusal, or a word of
 * somebody or something else that helps.
 * @param made all calls of the conversation
 */
export function hungUp(
  transcript: readonly Said[],
  made: readonly MadeCall[],
  language: Language,
): string | undefined {
  const last = transcript.at(-1);
  const answer = transcript.at(-2);
  const question = transcript.at(-3);
  if (last?.role !== "AGENT" || answer?.role !== "USER" || question?.role !== "AGENT") return undefined;
  const words = clean(last.utterance);
  if (
    !PARTING.test(words) ||
    /[?]/.test(words) ||
    DENIES.test(words) ||
    HANDS_ON.some((one) => one.test(words)) ||
    /https?:|www\./.test(words) ||
    hasOtherNumber(words, transcript)
  )
    return undefined;
  const heard = hear(words, language);
  // "See you on Tuesday" counts as a deed, but whoever hangs up has only said so.
  const tells = heard.done && !/\bsee you\b/i.test(words);
  if (heard.refusal || heard.transfer || tells) return undefined;
  // The caller has answered, and neither said goodbye nor no.
  const said = hear(answer.utterance, language);
  if (
    said.closing ||
    DENIES.test(answer.utterance) ||
    /\b(?:thank|bye|leave it|never ?mind|cancel)\w*/i.test(answer.utterance)
  )
    return undefined;
  if (hear(question.utterance, language).asking.length === 0) return undefined;
  if (made.some(({ name, output }) => seemsEffectful(name) || saysNo(output))) return undefined;
  return last.utterance;
}

/** Whether a message has a number to call, and not only the caller's own, which it reads back. */
function hasOtherNumber(words: string, transcript: readonly Said[]): boolean {
  const own = squeezed(wordsOfCaller(transcript));
  return (words.match(/\d{5,20}/g) ?? []).some((number) => !own.includes(number));
}

/** Whether a tool has answered that something is not so, or nothing. */
const saysNo = (output: unknown): boolean =>
  output === null ||
  output === undefined ||
  /false|\bno\b|not|error|none|null|\[\]|\{\}|fail|unavailable|denied|refused|expired|closed|invalid/i.test(
    JSON.stringify(output),
  );
