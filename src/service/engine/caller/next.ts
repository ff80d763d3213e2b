import { followAgenda } from "./agenda.ts";
import type { Caller } from "./caller.ts";
import { languageOf } from "./languages/index.ts";
import { limitReached } from "./limits.ts";
import { matchWords } from "./match-words.ts";
import { opening } from "./opening.ts";
import { voiceOf } from "./phrase.ts";
import type { Rng } from "./random.ts";
import { followRecording } from "./recording.ts";
import { ended, type Reply } from "./reply.ts";
import { matchScript } from "./scripted-responses.ts";
import { similarity } from "./similarity.ts";
import type { Action, CallerState, Rule, TurnRecord } from "./state.ts";

const MAX_CHECK_INS = 2;
/** A first message this like the goal says what the caller wants. */
const SAYS_GOAL = 0.5;

export interface Step {
  action: Action;
  state: CallerState;
}

/** The state before anything was said. `now_ms` is any clock that runs on through the conversation. */
export function initialState(now_ms: number): CallerState {
  return {
    turn: 0,
    started_at_ms: now_ms,
    opened: false,
    goal: 0,
    confirmed: false,
    pushed_back: false,
    fallbacks: 0,
    check_ins: 0,
    told: [],
    details_told: 0,
    remarks: {},
    script_counts: [],
    replayed: [],
    pending: null,
    last_heard: "",
    last_said: "",
    history: [],
    ended: null,
  };
}

/** Begins a conversation: the caller's first message, or silence until the agent has spoken. */
export function start(caller: Caller, now_ms: number, rng: Rng): Step {
  const state = initialState(now_ms);
  if (!caller.speaks_first)
    return { action: { rule: "silence", wake_after_ms: wakeAfter(caller, state, now_ms) }, state };
  return apply(caller, state, firstReply(caller, state, rng), now_ms, rng);
}

/**
 * The caller's answer to a message of the agent. In this order: limits, hangup phrases, scripted responses, the
 * recording, then what the caller wants and knows. Pure but for drawing from `rng`, which is `turnRng` of `state.turn`.
 */
export function next(
  caller: Caller,
  state: CallerState,
  agentMessage: string,
  now_ms: number,
  rng: Rng,
): Step {
  const before = beforeReply(caller, state, agentMessage, now_ms);
  if (before) return before;
  return apply(
    caller,
    heardState(state, agentMessage),
    decide(caller, state, agentMessage, rng),
    now_ms,
    rng,
  );
}

/** What the caller does when the agent has said nothing for `wake_after_ms`: ends its own silence, checks in, or hangs up. */
export function onSilence(caller: Caller, state: CallerState, now_ms: number, rng: Rng): Step {
  if (state.ended) return over(state);
  const limit = limitReached(caller, state, now_ms);
  if (limit) return finish(state, { rule: "limit", end: ended(limit) });
  if (state.pending !== null)
    return apply(
      caller,
      { ...state, pending: null },
      { rule: "scripted_response", say: state.pending },
      now_ms,
      rng,
    );
  if (state.check_ins >= MAX_CHECK_INS)
    return finish(state, {
      rule: "silence",
      end: { ...ended("silence_timeout"), completed: state.confirmed },
    });
  const voice = voiceOf(caller, languageOf(caller.language), state, rng);
  const update = { check_ins: state.check_ins + 1 };
  return apply(caller, state, { rule: "check_in", say: voice.phrase("check_in"), update }, now_ms, rng);
}

/** What comes before any reply, whoever makes it: an ended conversation, the limits and the hangup phrases. */
export function beforeReply(
  caller: Caller,
  state: CallerState,
  agentMessage: string,
  now_ms: number,
): Step | undefined {
  if (state.ended) return over(state);
  const limit = limitReached(caller, state, now_ms);
  if (limit) return finish(state, { rule: "limit", end: ended(limit) });
  const hangup = hangupIn(caller, agentMessage, "agent");
  if (!hangup) return undefined;
  return finish(
    heardState(state, agentMessage),
    { rule: "hangup_phrase", end: ended("hangup_phrase") },
    { hangup },
  );
}

/** Applies a reply, whoever made it: the caller's manner, its own hangup phrases, and the record of the turn. */
export function apply(caller: Caller, state: CallerState, reply: Reply, now_ms: number, rng: Rng): Step {
  if (reply.silence_ms) return stayingSilent(caller, state, reply, reply.silence_ms, now_ms);
  const voice = voiceOf(caller, languageOf(caller.language), state, rng);
  const { say, remarks } = voice.manner(reply.say, reply.rule);
  const hangup = hangupIn(caller, say, "caller");
  const end = reply.end ?? (hangup ? ended("hangup_phrase") : undefined);
  const action: Action = end ? { rule: reply.rule, say, end } : { rule: reply.rule, say, wake_after_ms: 0 };
  const fallbacks = reply.rule === "check_in" ? state.fallbacks : 0;
  const updated = { ...state, remarks, fallbacks, ...reply.update, last_said: say };
  const step = finish(updated, action, { ...reply.record, ...(hangup ? { hangup } : {}) });
  if (!end) step.action.wake_after_ms = wakeAfter(caller, step.state, now_ms);
  return step;
}

function decide(caller: Caller, state: CallerState, message: string, rng: Rng): Reply {
  const { found, counts } = matchScript(caller.script, state.script_counts, message, caller.language);
  const reply: Reply = found
    ? {
        rule: "scripted_response",
        say: found.rule.say ?? "",
        silence_ms: found.rule.silence_ms,
        record: { scripted: { index: found.rule.index, match: found.match } },
      }
    : (followRecording(caller, state, message, rng) ?? followAgenda(caller, state, message, rng));
  return { ...reply, update: { ...reply.update, script_counts: counts } };
}

function firstReply(caller: Caller, state: CallerState, rng: Rng): Reply {
  const language = languageOf(caller.language);
  if (caller.first_message !== null) {
    const opened = similarity(caller.first_message, caller.goals[0] ?? "", caller.language) >= SAYS_GOAL;
    return { rule: "scripted_response", say: caller.first_message, update: { opened } };
  }
  return (
    followRecording(caller, state, "", rng) ??
    opening({ caller, state, language, voice: voiceOf(caller, language, state, rng) }, "opening")
  );
}

function stayingSilent(
  caller: Caller,
  state: CallerState,
  reply: Reply,
  silence_ms: number,
  now_ms: number,
): Step {
  const pending = reply.say === "" ? null : reply.say;
  const step = finish({ ...state, ...reply.update, pending }, { rule: reply.rule }, reply.record);
  step.action.wake_after_ms = Math.min(silence_ms, remaining(caller, state, now_ms));
  return step;
}

function heardState(state: CallerState, message: string): CallerState {
  return { ...state, last_heard: message, pending: null, check_ins: 0 };
}

function hangupIn(caller: Caller, text: string, by: "agent" | "caller"): TurnRecord["hangup"] {
  for (const phrase of caller.hangup_phrases) {
    const match = matchWords(phrase, text, caller.language);
    if (match) return { phrase, by, match };
  }
  return undefined;
}

/** The step of an action: one more turn, and its record. */
function finish(state: CallerState, action: Action, details: Partial<TurnRecord> = {}): Step {
  const record: TurnRecord = { turn: state.turn, rule: action.rule, say: action.say ?? null, ...details };
  return {
    action,
    state: { ...state, turn: state.turn + 1, history: [...state.history, record], ended: action.end ?? null },
  };
}

function over(state: CallerState): Step {
  const rule: Rule = "after_end";
  return { action: state.ended ? { rule, end: state.ended } : { rule }, state };
}

function wakeAfter(caller: Caller, state: CallerState, now_ms: number): number {
  return Math.min(caller.limits.silence_timeout_ms, remaining(caller, state, now_ms));
}

function remaining(caller: Caller, state: CallerState, now_ms: number): number {
  return Math.max(0, state.started_at_ms + caller.limits.max_duration_ms - now_ms);
}
