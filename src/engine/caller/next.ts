import type { Rng } from "../random.ts";
import type { Caller } from "./caller.ts";
import { hearCalls, isDone } from "./judging/deed.ts";
import { languageOf } from "./language.ts";
import type { MadeCall } from "./made-call.ts";
import { wordMatcher } from "./match-words.ts";
import { opening } from "./saying/opening.ts";
import { voiceOf } from "./saying/phrase.ts";
import { ended, type Reply, scriptedReply } from "./saying/reply.ts";
import { type Instruction, meet } from "./script/instructions.ts";
import { matchScript, type Situation } from "./script/scripted-responses.ts";
import { similarity } from "./script/similarity.ts";
import { type CallerState, initialState, type Rule } from "./state.ts";
import { followAgenda } from "./turn/agenda.ts";
import { apply, finish, hangupIn, type Step, wakeAfter } from "./turn/apply.ts";
import { readTurn } from "./turn/read-turn.ts";
import { followRecording } from "./turn/recording.ts";
import { unheard } from "./turn/unheard.ts";

const MAX_CHECK_INS = 2;
/** If the first message is at least this similar to the goal, it says what the caller wants. */
const SAYS_GOAL = 0.5;

/**
 * Begins a conversation with the caller's first message. Or the caller stays silent, until the agent speaks
 * or the caller has waited long enough. Waiting does not count as a turn, so the caller opens with the same
 * words whether or not it had to wait.
 */
export function start(caller: Caller, now_ms: number, rng: Rng): Step {
  const state = initialState(now_ms);
  if (waitsToOpen(caller, state)) {
    const wake_after_ms = Math.min(caller.opening_patience_ms ?? 0, caller.limits.max_duration_ms);
    return { action: { rule: "silence", wake_after_ms }, state };
  }
  if (!caller.speaks_first)
    return { action: { rule: "silence", wake_after_ms: wakeAfter(caller, state, now_ms) }, state };
  return apply(caller, state, firstReply(caller, state, rng), now_ms, rng);
}

/** Whether the caller is about to open but gives the agent time to speak first. */
export const waitsToOpen = (caller: Caller, { turn }: CallerState): boolean =>
  caller.speaks_first && (caller.opening_patience_ms ?? 0) > 0 && turn === 0;

/**
 * The caller's answer to a message of the agent. It checks, in this order: limits, hangup phrases, scripted
 * responses, the recording, then what the caller wants and knows. Pure, except that it draws from `rng`,
 * which must be `turnRng` for `state.turn`. Only `decide` chooses the words, so other ways of wording a reply
 * can replace it within the same limits.
 */
export function next(
  caller: Caller,
  state: CallerState,
  agentMessage: string,
  now_ms: number,
  rng: Rng,
  situation?: Situation,
  calls: readonly MadeCall[] = [],
): Step {
  const before = beforeReply(caller, state, agentMessage, now_ms);
  if (before) return before;
  const told = hearCalls(caller, state, calls);
  const reply = decide(caller, told, agentMessage, now_ms, rng, situation);
  return apply(caller, heardState(told), reply, now_ms, rng);
}

/** Whether the answer may depend on what a message means: on scripted responses with `match_type: context`. */
export const dependsOnMeaning = (
  caller: Caller,
  state: CallerState,
  agentMessage: string,
  now_ms: number,
): boolean =>
  caller.script.some(({ match_type }) => match_type === "context") &&
  beforeReply(caller, state, agentMessage, now_ms) === undefined;

/**
 * Whether limits, hangup phrases, scripted responses, instructions, or the recording decide the answer to a
 * message.
 */
export function isPrescribed(
  caller: Caller,
  state: CallerState,
  agentMessage: string,
  now_ms: number,
  rng: Rng,
  situation?: Situation,
): boolean {
  if (beforeReply(caller, state, agentMessage, now_ms) !== undefined) return true;
  const { found, due } = prescribed(caller, state, agentMessage, now_ms, situation);
  return (
    found !== undefined ||
    due.some(({ does }) => does !== "may_hang_up") ||
    interruption(caller, agentMessage, rng) !== undefined ||
    followRecording(caller, state, agentMessage, rng) !== undefined
  );
}

/**
 * The caller's answer to a message for which nothing is prescribed. The words come from elsewhere, such as a
 * model.
 */
export function nextSaying(
  caller: Caller,
  state: CallerState,
  agentMessage: string,
  reply: Reply,
  now_ms: number,
  rng: Rng,
  situation?: Situation,
  calls: readonly MadeCall[] = [],
): Step {
  const before = beforeReply(caller, state, agentMessage, now_ms);
  if (before) return before;
  const told = hearCalls(caller, state, calls);
  const { update: counted } = prescribed(caller, told, agentMessage, now_ms, situation);
  const update = {
    opened: true,
    ...(isDone(caller, told) && { confirmed: true }),
    ...reply.update,
    ...counted,
  };
  const record = readTurn(caller, told, agentMessage, reply.say);
  return apply(caller, heardState(told), { ...reply, update, record }, now_ms, rng);
}

/** The caller's answer when the agent spoke, but its words were not recognized. */
export function nextUnheard(caller: Caller, state: CallerState, now_ms: number, rng: Rng): Step {
  const before = beforeReply(caller, state, "", now_ms);
  return before ?? apply(caller, heardState(state), unheard(caller, state, rng), now_ms, rng);
}

/** What the caller does after `wake_after_ms` of silence: ends its own silence, checks in, or hangs up. */
export function onSilence(caller: Caller, state: CallerState, now_ms: number, rng: Rng): Step {
  if (state.ended) return over(state);
  const limit = limitReached(caller, state, now_ms);
  if (limit) return finish(state, { rule: "limit", end: ended(limit) });
  if (waitsToOpen(caller, state)) return apply(caller, state, firstReply(caller, state, rng), now_ms, rng);
  if (state.pending !== null) return endOwnSilence(caller, state, state.pending, now_ms, rng);
  if (state.check_ins >= MAX_CHECK_INS || state.parted)
    return finish(state, {
      rule: "silence",
      end: { ...ended("silence_timeout"), completed: state.confirmed },
    });
  const voice = voiceOf(caller, languageOf(caller.language), state, rng);
  const update = { check_ins: state.check_ins + 1, fallbacks: state.fallbacks };
  return apply(caller, state, { rule: "check_in", say: voice.phrase("check_in"), update }, now_ms, rng);
}

function endOwnSilence(caller: Caller, state: CallerState, say: string, now_ms: number, rng: Rng): Step {
  const { pending_keys: keys, ...rest } = state;
  const spoken = { ...rest, pending: null };
  if (say !== "")
    return apply(caller, spoken, { rule: "scripted_response", say, ...(keys && { keys }) }, now_ms, rng);
  return finish(spoken, { rule: "silence", wake_after_ms: wakeAfter(caller, state, now_ms) });
}

/**
 * Checks before every reply, from rules or a model: whether the conversation has ended, the limits, and the
 * hangup phrases.
 */
function beforeReply(
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
  return finish(heardState(state), { rule: "hangup_phrase", end: ended("hangup_phrase") }, { hangup });
}

/** The scripted response and the instructions that a message triggers, and how to remember them. */
function prescribed(
  caller: Caller,
  state: CallerState,
  message: string,
  now_ms: number,
  situation: Situation | undefined,
) {
  const { script, language } = caller;
  const { found, counts, undecided } = matchScript(script, state.script_counts, message, language, situation);
  const known = state.undecided ?? [];
  const { counts: met, due } = meet(caller, state, message, now_ms);
  const all = [...new Set([...known, ...undecided])].sort((a, b) => a - b);
  const update: Partial<CallerState> = {
    script_counts: counts,
    ...(met.length > 0 && { met }),
    ...(all.length > known.length && { undecided: all }),
  };
  return { found, due, update };
}

/** What the caller says when the agent's message has a keyword, with the keyword's probability. */
function interruption(caller: Caller, message: string, rng: Rng): Reply | undefined {
  const has = wordMatcher(message, caller.language);
  for (const { keyword, response, probability } of caller.keywords ?? [])
    if (has(keyword) && rng() < probability) return { rule: "interruption", say: response };
  return undefined;
}

function decide(
  caller: Caller,
  state: CallerState,
  message: string,
  now_ms: number,
  rng: Rng,
  situation: Situation | undefined,
): Reply {
  const { found, due, update } = prescribed(caller, state, message, now_ms, situation);
  const reply: Reply = found
    ? {
        ...scriptedReply(found.rule),
        record: { scripted: { index: found.rule.index, match: found.match } },
      }
    : (interruption(caller, message, rng) ??
      followRecording(caller, state, message, rng) ??
      followAgenda(caller, state, message, rng));
  const instructed = due.reduce(
    (before, instruction) => follow(instruction, before, caller, state, rng),
    reply,
  );
  return { ...instructed, update: { ...instructed.update, ...update } };
}

/** The reply, changed by an instruction of the record. Scripted words are still said. */
function follow(
  { does, silence_ms, say }: Instruction,
  reply: Reply,
  caller: Caller,
  state: CallerState,
  rng: Rng,
): Reply {
  const isScripted = reply.rule === "scripted_response";
  if (does === "hang_up") {
    const end = reply.end ?? ended("hangup_instructions");
    if (isScripted) return { ...reply, end };
    const goodbye = say ?? voiceOf(caller, languageOf(caller.language), state, rng).phrase("closing");
    return { ...reply, rule: "hangup_instructions", say: goodbye, end };
  }
  if (does === "may_hang_up" || isScripted || reply.end) return reply;
  if (silence_ms !== undefined) return { ...reply, silence_ms };
  // The caller understands even what it does not answer.
  return { rule: "silence", say: "", update: reply.update?.confirmed ? { confirmed: true } : {} };
}

function firstReply(caller: Caller, state: CallerState, rng: Rng): Reply {
  const language = languageOf(caller.language);
  if (caller.first_message !== null) {
    const [goal] = caller.goals;
    // Without a sentence for its goal, it has nothing to open with but these words.
    const opened = goal === undefined || similarity(caller.first_message, goal, caller.language) >= SAYS_GOAL;
    return { rule: "scripted_response", say: caller.first_message, update: { opened } };
  }
  return (
    followRecording(caller, state, "", rng) ??
    opening({ caller, state, language, voice: voiceOf(caller, language, state, rng) }, "opening")
  );
}

/**
 * The state after a message of the agent. Drops what the caller was about to say, and resets its check-ins.
 */
function heardState(state: CallerState): CallerState {
  const { pending_keys, ...rest } = state;
  return { ...rest, pending: null, check_ins: 0 };
}

function over(state: CallerState): Step {
  const rule: Rule = "after_end";
  return { action: state.ended ? { rule, end: state.ended } : { rule }, state };
}

/**
 * The limit that a conversation has reached, if any. A turn is anything that the caller reacts to: a message
 * or a silence.
 */
function limitReached(
  { limits }: Caller,
  state: CallerState,
  now_ms: number,
): "max_turns" | "max_duration" | undefined {
  if (state.turn >= limits.max_turns) return "max_turns";
  return now_ms - state.started_at_ms >= limits.max_duration_ms ? "max_duration" : undefined;
}
