import { attended } from "../../transcript/attended.ts";
import type { Caller } from "../caller.ts";
import { wordMatcher } from "../match-words.ts";
import type { Moment } from "../moment.ts";
import { isOfCaller } from "../saying/answer.ts";
import { voiceOf } from "../saying/phrase.ts";
import { ended, type Reply } from "../saying/reply.ts";
import { mayHangUp } from "../script/instructions.ts";
import type { Action, CallerState, TurnRecord } from "../state.ts";
import { factsIn } from "./said-before.ts";

/** What the caller does, and the state of the conversation after it. */
export interface Step {
  action: Action;
  state: CallerState;
}

/**
 * Applies a reply from rules or a model: adds the caller's manner, looks for hangup phrases, and records the
 * turn.
 */
export function apply(moment: Moment, reply: Reply): Step {
  const { caller, state } = moment;
  const { rule, silence_ms = 0, update, record } = reply;
  const wants = reply.end !== undefined && !mayHangUp(caller, { ...state, ...update });
  if (rule === "silence" || (wants && state.parted))
    return finish({ ...state, ...update }, { rule: "silence", wake_after_ms: wakeAfter(moment) }, record);
  const keys = reply.keys && { keys: true as const };
  if (silence_ms > 0) {
    const wake_after_ms = Math.min(silence_ms, remaining(moment));
    const pending = { pending: reply.say, ...(keys && { pending_keys: true as const }) };
    return finish({ ...state, ...update, ...pending }, { rule, wake_after_ms }, record);
  }
  const words = (reply.end && rule !== "scripted_response" && caller.farewell) || reply.say;
  const { say, remarks } = isTakenDown(reply, moment)
    ? { say: words, remarks: state.remarks }
    : voiceOf(moment).manner(words, rule);
  const hangup = hangupIn(caller, say, "caller");
  const end = (wants ? undefined : reply.end) ?? (hangup ? ended("hangup_phrase") : undefined);
  const parted = wants && !end && { parted: true as const };
  return finish(
    { ...state, remarks, fallbacks: 0, ...update, ...parted, last_said: say },
    { rule, say, ...keys, ...(end ? { end } : { wake_after_ms: wakeAfter(moment) }) },
    { ...record, ...(hangup ? { hangup } : {}) },
  );
}

const TAKEN_DOWN =
  /\b(?:name|surname|number|no|reference|ref|code|id|pin|serial|registration|reg|plate|address|street|post ?code|zip|e ?mail|phone|birth|dob)\b/;

/**
 * Whether an answer tells what the agent takes down as it is said: a name, a code, a number, an address. A remark beside it could be taken
 * for a part of it: "Well… It's SK4907. How annoying."
 */
function isTakenDown({ rule, say, record }: Reply, { caller }: Moment): boolean {
  if (!caller.errand || rule !== "answer") return false;
  const tells = factsIn(say, caller).flatMap((place) => caller.facts[place] ?? []);
  return (
    record?.asked?.some(isOfCaller) === true ||
    tells.some(({ slot, label }) => (slot !== null && isOfCaller(slot)) || TAKEN_DOWN.test(label))
  );
}

/** The first hangup phrase of the record that occurs in a text. */
export function hangupIn(caller: Caller, text: string, by: "agent" | "caller"): TurnRecord["hangup"] {
  const matchOf = wordMatcher(attended(text), caller.language);
  for (const phrase of caller.hangup_phrases) {
    const match = matchOf(phrase);
    if (match) return { phrase, by, match };
  }
  return undefined;
}

/** Completes an action: counts the turn and records it. */
export function finish(state: CallerState, action: Action, details: Partial<TurnRecord> = {}): Step {
  const record: TurnRecord = { turn: state.turn, rule: action.rule, say: action.say ?? null, ...details };
  return {
    action,
    state: { ...state, turn: state.turn + 1, history: [...state.history, record], ended: action.end ?? null },
  };
}

/**
 * Milliseconds until the caller reacts to silence: its `silence_timeout`, or less if the conversation ends
 * earlier.
 */
export function wakeAfter(moment: Omit<Moment, "rng">): number {
  return Math.min(moment.caller.limits.silence_timeout_ms, remaining(moment));
}

function remaining({ caller, state, at_ms }: Omit<Moment, "rng">): number {
  return Math.max(0, state.started_at_ms + caller.limits.max_duration_ms - at_ms);
}
