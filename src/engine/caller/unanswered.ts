import { contentStems, shared } from "../policies/english.ts";
import { clean, fold } from "../transcript/fold.ts";
import { sentences } from "../transcript/sentences.ts";
import type { Caller } from "./caller.ts";
import type { DigitalHuman } from "./digital-human.ts";
import { hear } from "./hear.ts";
import { type Language, languageOf, type Slot } from "./language.ts";
import { similarity } from "./similarity.ts";
import { slotSpans } from "./slots.ts";
import type { CallerState, EndReason, Rule, TurnRecord } from "./state.ts";

/** A question at which a conversation got stuck because the record has no answer to it. */
export interface Unanswered {
  /** The agent's question, in its own words. */
  question: string;
  /** What it asks for, if there is a slot for it. */
  slot: Slot | null;
  /** Position, in the transcript, of the message in which the caller says that it doesn't know. */
  turn: number;
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

/**
 * Things that a caller decides and does not have to know. An agent gets stuck on them only if it works on the
 * caller's wish.
 */
const DECIDED: ReadonlySet<Slot> = new Set<Slot>(["date", "time", "quantity", "amount", "product", "reason"]);

/** If the similarity is at least this, a sentence of the record is about what a question asks. */
const SPEAKS_OF_IT = 0.5;

/**
 * The question at which a conversation got stuck. It is the last thing that the agent wanted to know: the
 * caller said that it doesn't know it, and the conversation made no progress after that. Null in these two
 * cases, too. If a record mentions what is asked without the answer ("you have lost your booking reference"),
 * the caller is not meant to know it, and that is what tests the agent. And a question for a day or a product
 * counts only if it has to do with what the caller wants.
 */
export function unansweredIn(
  digital_human: Pick<DigitalHuman, "intent" | "role_description">,
  caller: Caller,
  transcript: readonly Said[],
  { history, confirmed, ended }: CallerState,
): Unanswered | null {
  if (confirmed || (ended && AGENTS_OWN.includes(ended.end_reason))) return null;
  const place = history.findLastIndex((turn) => !STALLED.has(ruleOf(turn)));
  const last = history[place];
  if (!last?.unknown || ruleOf(last) !== "answer") return null;
  const turn = placeOf(place, history, transcript);
  const asked = transcript.slice(0, turn).findLast(({ role }) => role === "AGENT");
  if (turn < 0 || !asked) return null;
  const language = languageOf(caller.language);
  const [slot = null] = last.unknown;
  const question = questionIn(asked.utterance, slot, language);
  if (slot !== null && DECIDED.has(slot) && shared(contentStems(question), digital_human.intent ?? "") === 0)
    return null;
  const record = `${digital_human.intent ?? ""}\n${digital_human.role_description ?? ""}`;
  return isSpokenOf(record, question, slot, language) ? null : { question, slot, turn };
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
