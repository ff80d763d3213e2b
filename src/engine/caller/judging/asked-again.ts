/** Whether the agent asked again and again for what it had been told, and used it in the end as it had been told at first. */
import { clean, fold } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { stemOf } from "../../words/english.ts";
import type { Errand, ErrandFact } from "../errand.ts";
import { labelled } from "../facts/facts.ts";
import { momentOf } from "../facts/moments.ts";
import { hear } from "../hearing/hear.ts";
import type { Language, Slot } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { isOfCaller } from "../saying/answer.ts";
import { certainlyDiffer } from "../understanding/differ.ts";
import { isSaid, type Said } from "../understanding/understood.ts";

/** An agent may mishear twice. */
const MOST_AGAIN = 2;
const LEAST_ANSWERS = 2;
const MOST_TURNS = 400;
const LONGEST = 1_000;
const SHORTEST_WORD = 3;
const SHORTEST_VALUE = 3;
const ASKS = /\?|\b(?:please|tell me|name an?|say an?|give me|need)\b/i;
/** The agent has understood, and cannot take it: "14:00 is gone. What time?" */
const CANNOT_TAKE = [
  /\b(?:gone|taken|full|booked|clos(?:ed?|es|ing)|opens?|latest|earliest|(?:un)?available|only|left|instead|still have|can have)\b/i,
  /\b(?:cannot|can['’]t|won['’]t|match|agree|find|found|exist|valid|recogni[sz]e|possible|too (?:soon|late|early)|(?:go|fit|belong)s? (?:with|to|that))\b/i,
];
const NOTHING = new Set(
  (
    "what which when who where how the and your you for please can could may have tell again say give need would like want " +
    "should shall this that with sorry once more did get not didn't catch just are will moment"
  ).split(" "),
);

/**
 * The fault in words. Undefined if the agent has asked no thing so often, or has used something else than it had been told.
 * @param calls all calls of the conversation
 */
export function askedAgain(
  calls: readonly MadeCall[],
  { facts }: Pick<Errand, "facts">,
  whole: readonly Said[],
  language: Language,
): string | undefined {
  if (language.code !== "en" || whole.length > MOST_TURNS) return undefined;
  const transcript = whole.map(({ role, utterance }) => ({ role, utterance: utterance.slice(0, LONGEST) }));
  for (const fact of facts) {
    if (String(fact.value).length < SHORTEST_VALUE || isAlsoOther(fact, facts)) continue;
    const used = calls.findLast(({ parameters }) => parameters?.[fact.name] !== undefined)?.parameters?.[
      fact.name
    ];
    const isUsed =
      typeof fact.value === "boolean"
        ? used === fact.value
        : (typeof used === "string" || typeof used === "number") &&
          !certainlyDiffer(String(fact.value), String(used), fact, language) &&
          momentOf(String(fact.value))?.time === momentOf(String(used))?.time;
    if (!isUsed && (used !== undefined || !isReadBack(fact, transcript, language))) continue;
    const again = Math.max(
      timesAgain(fact, transcript, language),
      timesCameBack(fact, facts, transcript, language),
    );
    if (again > MOST_AGAIN)
      return `the agent asked for the ${fact.name.replaceAll("_", " ")} ${again} more times after the caller had said it`;
  }
  return undefined;
}

/** How often in a row the agent asked for a fact again, in words that have one in common, although it had got it as an answer. */
function timesAgain(fact: ErrandFact, transcript: readonly Said[], language: Language): number {
  const value = String(fact.value);
  let [common, again, answers]: [ReadonlySet<string>, number, number] = [new Set(), 0, 0];
  // Who says "I don't know" in between is asked again.
  let isToldBefore = false;
  let before: readonly Slot[] = [];
  let longest = 0;
  for (const [place, { role, utterance }] of transcript.entries()) {
    const answer = transcript[place + 1];
    if (role !== "AGENT" || answer?.role !== "USER") continue;
    const asked = wordsAsked(utterance);
    const shared = new Set([...common].filter((word) => asked.has(word)));
    const isTaken = CANNOT_TAKE.some((one) => one.test(utterance)) || isSaid(utterance, value, language);
    const slots = hear(utterance, language).asks;
    // "And the last name on the order?" asks for no order number.
    const isOther = before.length > 0 && slots.length > 0 && !slots.some((slot) => before.includes(slot));
    // "A helmet for Tom?" and "A helmet for Ann?" are two questions for a yes.
    const isAlike =
      typeof fact.value !== "boolean" || (shared.size === asked.size && asked.size === common.size);
    const isSame = answers > 0 && shared.size > 0 && isAlike && !isTaken && !isOther;
    const isAnswered =
      asksFor(fact, utterance, slots, language) && isAnswer(answer.utterance, fact, asked, language);
    if (isSame)
      [common, again, answers] = [shared, again + (isToldBefore ? 1 : 0), answers + (isAnswered ? 1 : 0)];
    else [common, again, answers] = [asked, 0, isAnswered ? 1 : 0];
    isToldBefore = isAnswered;
    if (slots.length > 0) before = slots;
    if (answers >= LEAST_ANSWERS) longest = Math.max(longest, again);
  }
  return longest;
}

/** A question for another thing than the caller's own: "the postcode of your new home". */
const OF_ELSE = /\b(?:an?other|different|else|new|next|other|second)\b/i;
/** How a question asks for a day or an hour. */
const DAY = /^(?:date|day|when)$/;
const HOUR = /^(?:hour|time|when)$/;

/**
 * Whether a question is for this fact alone. A caller may say its booking reference where the agent wants a number plate,
 * and its postcode where the agent wants an address.
 */
function asksFor(
  { name, value }: ErrandFact,
  utterance: string,
  slots: readonly Slot[],
  language: Language,
): boolean {
  if (OF_ELSE.test(utterance)) return false;
  const { slot } = labelled(name, String(value), language);
  if (slot !== null && slots.length > 0) return slots.every((one) => one === slot);
  if (slots.some(isOfCaller)) return false;
  const own = fold(name).match(/[a-z]{3,30}/g) ?? [];
  const also = [DAY, HOUR].filter((words) => own.some((word) => words.test(word)));
  const stems = own.map(stemOf);
  return [...wordsIn(utterance)].some(
    (word) => stems.includes(stemOf(word)) || also.some((words) => words.test(word)),
  );
}

/** Whether another fact has the same value, so that nobody knows which was told. */
export const isAlsoOther = (fact: ErrandFact, facts: readonly ErrandFact[]): boolean =>
  typeof fact.value !== "boolean" &&
  facts.some((other) => other !== fact && String(other.value) === String(fact.value));

/** Whether the agent has read a value back: it has understood it, whether or not it used it. */
const isReadBack = ({ value }: ErrandFact, transcript: readonly Said[], language: Language): boolean =>
  typeof value === "string" &&
  transcript.some(({ role, utterance }) => {
    if (role !== "AGENT" || !isSaid(utterance, value, language)) return false;
    const { check, proceed } = hear(utterance, language);
    return check || proceed;
  });

/**
 * How often the agent came back to the same message, word for word, although it had got the fact as an answer to it each time, and nothing
 * else was said in between.
 */
function timesCameBack(
  fact: ErrandFact,
  facts: readonly ErrandFact[],
  transcript: readonly Said[],
  language: Language,
): number {
  if (typeof fact.value === "boolean") return 0;
  const others = facts.flatMap(({ value }) =>
    typeof value !== "boolean" && value !== fact.value && String(value).length >= SHORTEST_VALUE
      ? [value]
      : [],
  );
  const answered = new Map<string, number>();
  let most = 0;
  for (const [place, { role, utterance }] of transcript.entries()) {
    const answer = transcript[place + 1];
    if (role !== "AGENT" || answer?.role !== "USER") continue;
    const isTaken = CANNOT_TAKE.some((one) => one.test(utterance)) || isSaid(utterance, fact.value, language);
    if (isTaken || others.some((other) => isSaid(answer.utterance, other, language))) {
      answered.clear();
      continue;
    }
    const times = answered.get(utterance);
    if (!isSaid(answer.utterance, fact.value, language)) continue;
    if (!asksFor(fact, utterance, hear(utterance, language).asks, language)) continue;
    most = Math.max(most, times ?? 0);
    answered.set(utterance, (times ?? 0) + 1);
  }
  return most;
}

const YES = /^(?:(?:um|well|oh)[,….]{0,3} )?(?:yes|yeah|yep)\b/i;
const NO = /^(?:(?:um|well|oh)[,….]{0,3} )?(?:no|nope)\b/i;

/** Whether words say a fact: the hour alone where that is asked for, and a yes or a no where the question has the fact's name. */
function isAnswer(
  answer: string,
  { name, value }: ErrandFact,
  asked: ReadonlySet<string>,
  language: Language,
): boolean {
  if (typeof value === "boolean")
    return (
      (value ? YES : NO).test(answer) &&
      (fold(name).match(/[a-z]{3,30}/g) ?? []).every((word) => asked.has(stemOf(word)))
    );
  const time = momentOf(String(value))?.time;
  return (
    isSaid(answer, value, language) ||
    (time !== undefined && asked.has(stemOf("time")) && isSaid(answer, time, language))
  );
}

/** The words that tell what a message asks for. */
const wordsAsked = (utterance: string): ReadonlySet<string> =>
  new Set(
    [...wordsIn(utterance)].filter((word) => word.length >= SHORTEST_WORD && !NOTHING.has(word)).map(stemOf),
  );

/** All words of the sentences that ask. */
const wordsIn = (utterance: string): ReadonlySet<string> =>
  new Set(
    sentences(clean(utterance))
      .filter((sentence) => ASKS.test(sentence))
      .flatMap((sentence) => fold(sentence).match(/[a-z']+/g) ?? []),
  );
