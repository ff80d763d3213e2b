import { clean, fold } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import type { Caller } from "../caller.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { slotSpans } from "../facts/slots.ts";
import { hear } from "../hearing/hear.ts";
import { type Language, languageOf, type Slot } from "../language.ts";
import { similarity } from "../script/similarity.ts";
import type { CallerState, Contradiction, EndReason, Rule, TurnRecord } from "../state.ts";

/** A question at which a conversation got stuck because the record has no answer to it. */
export interface Unanswered {
  /** The agent's question, in its own words. */
  question: string;
  /** What it asks for, if there is a slot for it. */
  slot: Slot | null;
  /** Position, in the transcript, of the message in which the caller says that it doesn't know. */
  turn: number;
  /** False if the caller did not understand the agent. */
  understood?: false;
  /** What the agent kept to, against a fact of the caller. */
  refused?: Contradiction;
}

interface Said {
  role: string;
  utterance: string;
}

/** What a caller still says when it is stuck. After any other rule, the conversation continued. */
const STALLED: ReadonlySet<Rule> = new Set<Rule>([
  "fallback",
  "repeat",
  "goal",
  "push_back",
  "refused",
  "transferred",
  "decline",
  "closing",
  "wait",
  "acknowledge",
  "limit",
  "hangup_phrase",
  "hangup_instructions",
  "after_end",
]);

/**
 * End reasons for which only the agent is responsible, whatever it asked before: it fell silent, or never
 * ended the conversation.
 */
const AGENTS_OWN: readonly EndReason[] = ["silence_timeout", "max_duration"];

/** If the similarity is at least this, a sentence of the record is about what a question asks. */
const SPEAKS_OF_IT = 0.5;

/**
 * What a conversation got stuck on: the last thing that the agent wanted to know and the caller said that it doesn't know, or
 * what the caller did not understand, and the conversation made no progress after that. Null if a record mentions what is asked
 * without the answer ("you have lost your booking reference"): then the caller is not meant to know it, and that is what tests
 * the agent.
 */
export function unansweredIn(
  digital_human: Pick<DigitalHuman, "intent" | "role_description">,
  caller: Caller,
  transcript: readonly Said[],
  state: CallerState,
): Unanswered | null {
  const { history, confirmed, ended } = state;
  if (confirmed || (ended && AGENTS_OWN.includes(ended.end_reason))) return null;
  const place = history.findLastIndex((turn) => !STALLED.has(ruleOf(turn)));
  const last = history[place];
  if (!last?.unknown || ruleOf(last) !== "answer") return notUnderstood(caller, transcript, state);
  const turn = placeOf(place, history, transcript);
  const asked = transcript.slice(0, turn).findLast(({ role }) => role === "AGENT");
  if (turn < 0 || !asked) return null;
  const language = languageOf(caller.language);
  const [slot = null] = last.unknown;
  const question = questionIn(asked.utterance, slot, language);
  const record = `${digital_human.intent ?? ""}\n${digital_human.role_description ?? ""}`;
  return isSpokenOf(record, question, slot, language) ? null : { question, slot, turn };
}

/** The turns in which a caller shows that it cannot follow. */
const LOST: ReadonlySet<Rule> = new Set<Rule>(["fallback", "limit"]);

/**
 * What the agent asked when the caller first could not follow it, or could not answer it. Undefined if it always could, or if
 * the caller agreed later to what the agent was about to do: then nothing was missing. A goodbye needs no understanding.
 */
export function firstLost(
  caller: Pick<Caller, "language">,
  transcript: readonly Said[],
  { history }: Pick<CallerState, "history">,
): Omit<Unanswered, "turn"> | undefined {
  const agreed = history.findLastIndex((turn) => ruleOf(turn) === "go_ahead");
  for (const [place, turn] of history.entries()) {
    if (place < agreed || !(LOST.has(ruleOf(turn)) || (turn.unknown?.length ?? 0) > 0)) continue;
    const heard = heardBefore(placeOf(place, history, transcript), transcript);
    if (!heard || isGoodbye(heard, caller)) continue;
    const [slot] = turn.unknown ?? [];
    const question = questionIn(heard.utterance, slot ?? null, languageOf(caller.language));
    return slot === undefined ? { question, slot: null, understood: false } : { question, slot };
  }
  return undefined;
}

const heardBefore = (turn: number, transcript: readonly Said[]): Said | undefined =>
  transcript.slice(0, Math.max(turn, 0)).findLast(({ role }) => role === "AGENT");

function isGoodbye({ utterance }: Said, { language }: Pick<Caller, "language">): boolean {
  const { closing, questions } = hear(utterance, languageOf(language));
  return closing && questions.length === 0;
}

/** The agent's words that the caller did not understand, or that it refused until it gave up. */
function notUnderstood(
  caller: Caller,
  transcript: readonly Said[],
  { history, ended, refused }: CallerState,
): Unanswered | null {
  const before = history.findLastIndex(({ rule }) => !LOST.has(rule));
  const lost = history.slice(before + 1);
  const gave_up = ended?.end_reason === "out_of_script";
  // Who goes in circles with an answer of its record has understood the question.
  const isStuck = gave_up
    ? lost.length > 1 || history[before]?.rule !== "answer"
    : lost[0]?.rule === "fallback";
  if (ended?.end_reason === "going_in_circles" || lost.length === 0 || !isStuck) return null;
  const first = before + 1;
  const turn = placeOf(first, history, transcript);
  const heard = heardBefore(turn, transcript);
  if (!heard || isGoodbye(heard, caller)) return null;
  const question = questionIn(heard.utterance, null, languageOf(caller.language));
  const kept = gave_up && refused && heard.utterance.includes(refused.said) ? { refused } : {};
  return { question, slot: null, turn, understood: false, ...kept };
}

/** The rule that decided a turn of the caller, even if a model found the words. */
const ruleOf = ({ rule, instead_of = rule }: TurnRecord): Rule => instead_of;

/**
 * The position in the transcript of what the caller said in a turn, even if it repeated the same words later.
 */
function placeOf(place: number, history: readonly TurnRecord[], transcript: readonly Said[]): number {
  const say = history[place]?.say;
  const later = history.slice(place + 1).filter((turn) => turn.say === say).length;
  const places = [...transcript.entries()].filter(
    ([, { role, utterance }]) => role === "USER" && utterance === say,
  );
  return places.at(-1 - later)?.[0] ?? -1;
}

/** The sentence of a message that asks for a slot, or else its last question. */
export function questionIn(utterance: string, slot: Slot | null, language: Language): string {
  const all = sentences(clean(utterance));
  const questions = all.filter((sentence) => hear(sentence, language).questions.length > 0);
  const named = questions.filter((sentence) => slot !== null && hear(sentence, language).asks.includes(slot));
  return named.at(-1) ?? questions.at(-1) ?? all.at(-1) ?? utterance;
}

function isSpokenOf(record: string, question: string, slot: Slot | null, language: Language): boolean {
  if (slot !== null) return slotSpans(fold(record), language, "question").some((span) => span.slot === slot);
  return sentences(clean(record)).some(
    (sentence) => similarity(sentence, question, language.code) >= SPEAKS_OF_IT,
  );
}
