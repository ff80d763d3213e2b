/** What a caller answers when it is asked whether something is so, or may be done, and its record does not say. Only in English. */
import { fold, mentions } from "../../transcript/fold.ts";
import { findValues } from "../facts/values.ts";
import type { Reply, Turn } from "../saying/reply.ts";

/** "Could you read me the number?" wants more than a yes. Only in English. */
export const WANTS_TO_BE_TOLD =
  /\b(?:could|can|would|will|may|might) (?:you|i|we)\b.{0,30}\b(?:give|read|tell|share|provide|send|have|get|spell|take|describe)\b/;
const SOMETHING_ELSE = /\b(?:would you rather|would you consider|rather than|instead)\b/;
const TROUBLE =
  /\b(?:any|anyone|anybody|anything|ever|else|other|smell|hurt|injured|injury|injuries|allerg\w{1,5}|pregnant|damage\w{0,2}|leak\w{0,3}|stuck|trapped)\b/;
/** Who reports a fault still has it. */
const HELPED =
  /\b(?:(?:did|does|has) (?:that|this|it) (?:help|work|fix|solve)|(?:is|are) (?:it|that|this|things|they) (?:any )?(?:better|working|fixed|solved)|helped)\b/;
/** "Do you know the make?", where the record does not. */
const KNOWS =
  /\bdo you (?:happen to )?(?:know|remember|recall) (?:the|your|its|his|her|what|which|when|how|where)\b/;
/** "Have you had a tattoo in the last four months?" */
const LATELY =
  /\bhave you (?:been|had|taken)\b.{0,80}\b(?:in the (?:last|past)|lately|recently|this (?:week|month|year))\b/;
/** "Do you feel well, with no cold or fever?" */
const IS_WELL = /\b(?:do you feel|are you(?: feeling)?) (?:all right|fine|fit|healthy|ok|okay|well)\b/;
const ON_THE_WAY = [
  /\b(?:have you (?:had|got|already|been|done|read|checked)|do you (?:have|know|understand|own|live))\b/,
  /\b(?:are you (?:over|at least|the|able|aware|at|sure|ready)|is (?:that|this|it) (?:your|the))\b/,
  /\b(?:is there|can you|will you)\b/,
];

/** "If nobody is at home, may our fitter use the spare key?", "Is it all right if we text you?" */
const PERMITS = [
  /^(?:may|can|could|might) (?:he|she|they|someone|somebody|one of) (?!be\b|have\b)[a-z]{2,10}\b/,
  /^(?:may|can|could|might) (?:our|the|a|my) (?:[a-z]{2,12} )?[a-z]{2,10}(?:er|or|an|ist|man|team|crew|office|colleague)s? (?!be\b|have\b)[a-z]{2,10}\b/,
  /\b(?:is|would) (?:it|that) (?:be )?(?:all right|alright|okay|ok|fine) (?:for you |with you )?if\b/,
];
/** "If nobody is at home, may …" */
const BEFORE_PERMISSION = /^(?:(?:and|so|also|then)\b,? |(?:if|when|in case) [^,]{3,60}, )/;
const MINDS = /\b(?:do|would) you mind (?:if|us|him|her|them)\b/;

/** The turn counts as one that the record has no answer for, so nothing that follows from it is held against the agent. */
const asAssumed = (): NonNullable<Reply["record"]> => ({ asked: [], unknown: [], assumed: true });

/** Agrees to what the agent asks to be allowed. Only in English, and with an errand. */
export function permitted({ heard, caller, language, state }: Turn): Reply | undefined {
  if (!caller.errand || language.code !== "en" || !state.opened || heard.asking.length !== 1)
    return undefined;
  const question = fold(heard.asking[0] ?? "");
  // "Could our fitter come on Friday?" proposes something.
  const proposes =
    findValues(question, language).some(({ kind }) => kind === "date" || kind === "time") ||
    caller.facts.some(({ options = [] }) => options.some((option) => mentions(question, [fold(option)])));
  if (proposes) return undefined;
  if (MINDS.test(question)) return { rule: "answer", say: "No, that's fine.", record: asAssumed() };
  return isAnyIn(PERMITS, question.replace(BEFORE_PERMISSION, ""))
    ? { rule: "answer", say: "Yes, that's fine.", record: asAssumed() }
    : undefined;
}

/** "What does it say on the front? If you don't know, never mind." */
export const mayBeUnknown = ({ heard }: Pick<Turn, "heard">): boolean => MAY_NOT_KNOW.test(fold(heard.text));
const MAY_NOT_KNOW =
  /\bif you (?:do not|don't) (?:know|have (?:it|one)|remember)\b|\bif you(?:'re| are) not sure\b/;

export const isAnyIn = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Answers several questions whether something is so, one by one: "Before I book: do you feel well? Any fever?" proposes nothing yet. */
export const oneByOne = (turn: Turn): Reply | undefined =>
  turn.heard.asking.length > 1 && turn.state.opened ? assumed(turn) : undefined;

/**
 * What a caller answers when it is asked whether something is so, and its record does not say: that there is no trouble, that it has what
 * is needed, and that it wants nothing else. Only in English, and with an errand.
 */
export function assumed({ heard, caller, language, voice }: Turn): Reply | undefined {
  if (heard.wh || !caller.errand || language.code !== "en") return undefined;
  const answers = heard.asking.map((one) => whetherSo(fold(one)));
  if (heard.asking.length === 1 && KNOWS.test(fold(heard.asking[0] ?? "")))
    return { rule: "answer", say: voice.phrase("unknown"), record: asAssumed() };
  if (answers.length === 0 || answers.includes(undefined)) return undefined;
  if (answers.length === 1 && answers[0] === "decline")
    return { rule: "decline", say: voice.phrase("decline"), record: asAssumed() };
  return {
    rule: "answer",
    say: answers.map((one) => (one === "yes" ? "Yes." : "No.")).join(" "),
    record: asAssumed(),
  };
}

function whetherSo(question: string): "yes" | "no" | "decline" | undefined {
  if (WANTS_TO_BE_TOLD.test(question)) return undefined;
  if (IS_WELL.test(question)) return "yes";
  if (SOMETHING_ELSE.test(question)) return "decline";
  if (TROUBLE.test(question) || LATELY.test(question) || HELPED.test(question)) return "no";
  return isAnyIn(ON_THE_WAY, question) ? "yes" : undefined;
}
