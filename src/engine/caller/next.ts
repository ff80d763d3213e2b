import { hearCalls, isDone } from "./judging/deed.ts";
import { languageOf } from "./language.ts";
import { wordMatcher } from "./match-words.ts";
import type { AgentMessage, Moment } from "./moment.ts";
import { opening } from "./saying/opening.ts";
import { voiceOf } from "./saying/phrase.ts";
import { ended, type Reply, scriptedReply } from "./saying/reply.ts";
import { type Instruction, meet } from "./script/instructions.ts";
import { matchScript } from "./script/scripted-responses.ts";
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
export function start({ caller, at_ms, rng }: Omit<Moment, "state">): Step {
  const state = initialState(at_ms);
  const moment = { caller, state, at_ms, rng };
  if (waitsToOpen(moment)) {
    const wake_after_ms = Math.min(caller.opening_patience_ms ?? 0, caller.limits.max_duration_ms);
    return { action: { rule: "silence", wake_after_ms }, state };
  }
  if (!caller.speaks_first) return { action: { rule: "silence", wake_after_ms: wakeAfter(moment) }, state };
  return apply(moment, firstReply(moment));
}

/** Whether the caller is about to open but gives the agent time to speak first. */
export const waitsToOpen = ({ caller, state }: Pick<Moment, "caller" | "state">): boolean =>
  caller.speaks_first && (caller.opening_patience_ms ?? 0) > 0 && state.turn === 0;

/**
 * The caller's answer to a message of the agent. It checks, in this order: limits, hangup phrases, scripted
 * responses, the recording, then what the caller wants and knows. Pure, except that it draws from the
 * generator. Only `decide` chooses the words, so other ways of wording a reply
 * can replace it within the same limits.
 */
export function next(message: AgentMessage): Step {
  const before = beforeReply(message);
  if (before) return before;
  const heard = withCalls(message);
  return apply({ ...heard, state: heardState(heard.state) }, decide(heard));
}

/** Whether the answer may depend on what a message means: on scripted responses with `match_type: context`. */
export const dependsOnMeaning = (message: AgentMessage): boolean =>
  message.caller.script.some(({ match_type }) => match_type === "context") &&
  beforeReply(message) === undefined;

/**
 * Whether limits, hangup phrases, scripted responses, instructions, or the recording decide the answer to a
 * message.
 */
export function isPrescribed(message: AgentMessage): boolean {
  if (beforeReply(message) !== undefined) return true;
  const { found, due } = prescribed(message);
  return (
    found !== undefined ||
    due.some(({ does }) => does !== "may_hang_up") ||
    interruption(message) !== undefined ||
    followRecording(message) !== undefined
  );
}

/**
 * The caller's answer to a message for which nothing is prescribed. The words come from elsewhere, such as a
 * model.
 */
export function nextSaying(message: AgentMessage, reply: Reply): Step {
  const before = beforeReply(message);
  if (before) return before;
  const heard = withCalls(message);
  const update = {
    opened: true,
    ...(isDone(heard.caller, heard.state) && { confirmed: true }),
    ...reply.update,
    ...prescribed(heard).update,
  };
  const record = readTurn(heard, reply.say);
  return apply({ ...heard, state: heardState(heard.state) }, { ...reply, update, record });
}

/** The caller's answer when the agent spoke, but its words were not recognized. */
export function nextUnheard(moment: Moment): Step {
  return (
    beforeReply({ ...moment, message: "" }) ??
    apply({ ...moment, state: heardState(moment.state) }, unheard(moment))
  );
}

/** What the caller does after `wake_after_ms` of silence: ends its own silence, checks in, or hangs up. */
export function onSilence(moment: Moment): Step {
  const { state } = moment;
  if (state.ended) return endedStep(state);
  const limit = limitReached(moment);
  if (limit) return finish(state, { rule: "limit", end: ended(limit) });
  if (waitsToOpen(moment)) return apply(moment, firstReply(moment));
  if (state.pending !== null) return endOwnSilence(moment, state.pending);
  if (state.check_ins >= MAX_CHECK_INS || state.parted)
    return finish(state, {
      rule: "silence",
      end: { ...ended("silence_timeout"), completed: state.confirmed },
    });
  const update = { check_ins: state.check_ins + 1, fallbacks: state.fallbacks };
  return apply(moment, { rule: "check_in", say: voiceOf(moment).phrase("check_in"), update });
}

function endOwnSilence(moment: Moment, say: string): Step {
  const { pending_keys: keys, ...rest } = moment.state;
  const spoken = { ...rest, pending: null };
  if (say === "") return finish(spoken, { rule: "silence", wake_after_ms: wakeAfter(moment) });
  return apply({ ...moment, state: spoken }, { rule: "scripted_response", say, ...(keys && { keys }) });
}

/**
 * Checks before every reply, from rules or a model: whether the conversation has ended, the limits, and the
 * hangup phrases.
 */
function beforeReply(message: AgentMessage): Step | undefined {
  const { caller, state } = message;
  if (state.ended) return endedStep(state);
  const limit = limitReached(message);
  if (limit) return finish(state, { rule: "limit", end: ended(limit) });
  const hangup = hangupIn(caller, message.message, "agent");
  if (!hangup) return undefined;
  return finish(heardState(state), { rule: "hangup_phrase", end: ended("hangup_phrase") }, { hangup });
}

/** The message, with the calls in the caller's state. */
const withCalls = (message: AgentMessage): AgentMessage => ({
  ...message,
  state: hearCalls(message.caller, message.state, message.calls ?? []),
});

/** The scripted response and the instructions that a message triggers, and how to remember them. */
function prescribed({ caller, state, message, at_ms, situation }: AgentMessage) {
  const { script, language } = caller;
  const { found, counts, undecided } = matchScript(script, state.script_counts, message, language, situation);
  const known = state.undecided ?? [];
  const { counts: met, due } = meet(caller, state, message, at_ms);
  const all = [...new Set([...known, ...undecided])].sort((a, b) => a - b);
  const update: Partial<CallerState> = {
    script_counts: counts,
    ...(met.length > 0 && { met }),
    ...(all.length > known.length && { undecided: all }),
  };
  return { found, due, update };
}

/** What the caller says when the agent's message has a keyword, with the keyword's probability. */
function interruption({ caller, message, rng }: AgentMessage): Reply | undefined {
  const has = wordMatcher(message, caller.language);
  for (const { keyword, response, probability } of caller.keywords ?? [])
    if (has(keyword) && rng() < probability) return { rule: "interruption", say: response };
  return undefined;
}

function decide(message: AgentMessage): Reply {
  const { found, due, update } = prescribed(message);
  const reply: Reply = found
    ? {
        ...scriptedReply(found.rule),
        record: { scripted: { index: found.rule.index, match: found.match } },
      }
    : (interruption(message) ?? followRecording(message) ?? followAgenda(message));
  const instructed = due.reduce((before, instruction) => follow(instruction, before, message), reply);
  return { ...instructed, update: { ...instructed.update, ...update } };
}

/** The reply, changed by an instruction of the record. Scripted words are still said. */
function follow({ does, silence_ms, say }: Instruction, reply: Reply, moment: Moment): Reply {
  const isScripted = reply.rule === "scripted_response";
  if (does === "hang_up") {
    const end = reply.end ?? ended("hangup_instructions");
    if (isScripted) return { ...reply, end };
    const goodbye = say ?? voiceOf(moment).phrase("closing");
    return { ...reply, rule: "hangup_instructions", say: goodbye, end };
  }
  if (does === "may_hang_up" || isScripted || reply.end) return reply;
  if (silence_ms !== undefined) return { ...reply, silence_ms };
  // The caller understands even what it does not answer.
  return { rule: "silence", say: "", update: reply.update?.confirmed ? { confirmed: true } : {} };
}

function firstReply(moment: Moment): Reply {
  const { caller, state } = moment;
  if (caller.first_message !== null) {
    const [goal] = caller.goals;
    // Without a sentence for its goal, it has nothing to open with but these words.
    const opened = goal === undefined || similarity(caller.first_message, goal, caller.language) >= SAYS_GOAL;
    return { rule: "scripted_response", say: caller.first_message, update: { opened } };
  }
  const turn = { caller, state, language: languageOf(caller.language), voice: voiceOf(moment) };
  return followRecording({ ...moment, message: "" }) ?? opening(turn, "opening");
}

/**
 * The state after a message of the agent. Drops what the caller was about to say, and resets its check-ins.
 */
function heardState(state: CallerState): CallerState {
  const { pending_keys, ...rest } = state;
  return { ...rest, pending: null, check_ins: 0 };
}

function endedStep(state: CallerState): Step {
  const rule: Rule = "after_end";
  return { action: state.ended ? { rule, end: state.ended } : { rule }, state };
}

/**
 * The limit that a conversation has reached, if any. A turn is anything that the caller reacts to: a message
 * or a silence.
 */
function limitReached({
  caller: { limits },
  state,
  at_ms,
}: Moment): "max_turns" | "max_duration" | undefined {
  if (state.turn >= limits.max_turns) return "max_turns";
  return at_ms - state.started_at_ms >= limits.max_duration_ms ? "max_duration" : undefined;
}
