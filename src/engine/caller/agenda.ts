import {
  answered,
  checked,
  chosen,
  offered,
  proceeding,
  questioned,
  secondChoice,
} from "./answer-question.ts";
import type { Caller } from "./caller.ts";
import { timesHeard, withoutCircles } from "./circles.ts";
import { fallback } from "./fallback.ts";
import { hear } from "./hear.ts";
import { pressed } from "./keypad.ts";
import { languageOf } from "./language.ts";
import { isInOtherLanguage } from "./language-of-text.ts";
import { opening } from "./opening.ts";
import { voiceOf } from "./phrase.ts";
import { confirmed, detailed, informed, notYet, refused, stated } from "./pursue-goal.ts";
import type { Rng } from "./random.ts";
import { ended, type Reply, type Turn } from "./reply.ts";
import type { CallerState, Rule } from "./state.ts";
import { bareLetters, hasWords } from "./words.ts";

/** Rules that may say the same thing twice in a row. */
const REPEATABLE: ReadonlySet<Rule> = new Set(["wait", "fallback", "repeat", "keypad"]);

/**
 * What the caller answers when neither the script nor a recording has the answer. It depends on what the
 * caller wants and knows.
 */
export function followAgenda(caller: Caller, state: CallerState, message: string, rng: Rng): Reply {
  const language = languageOf(caller.language);
  const heard = hear(message, language);
  const times = timesHeard(heard, state);
  const turn: Turn = { caller, state, language, heard, times, voice: voiceOf(caller, language, state, rng) };
  if (!hasWords(message) || isInOtherLanguage(message, caller.language)) return fallback(turn);
  const reply = state.confirmed ? afterConfirmation(turn) : towardsGoal(turn);
  if (isStuck(turn, reply))
    return { rule: "fallback", say: turn.voice.phrase("give_up"), end: ended("out_of_script") };
  return withoutCircles(turn, reply, repeatsItself(reply, state) ? insisting(turn, reply) : reply);
}

/** Whether the caller's patience is used up: it had no answer for that many turns in a row. */
function isStuck({ caller: { patience }, state }: Turn, { record }: Reply): boolean {
  if (patience === undefined || !record?.unknown) return false;
  const last = state.history.slice(-patience);
  return (
    last.length === patience &&
    last.every(({ rule, unknown }) => unknown !== undefined || rule === "fallback")
  );
}

/**
 * What the caller does instead of saying the same again: it repeats a fact, but otherwise says that it cannot
 * follow.
 */
function insisting(turn: Turn, reply: Reply): Reply {
  const tellsFact = reply.rule === "answer" && reply.update?.told !== undefined;
  return tellsFact ? reply : fallback(turn);
}

function towardsGoal(turn: Turn): Reply {
  const { heard, state } = turn;
  if (heard.transfer) return transferred(turn);
  const keys = pressed(turn);
  if (keys) return keys;
  if (heard.offers_help && turn.caller.goals.length === 0 && state.opened) return fallback(turn);
  const reply = secondChoice(turn) ?? answered(turn);
  const knowsNothing =
    reply?.record?.unknown !== undefined && reply.record.unknown.length === heard.asks.length;
  if (reply && (state.opened || !knowsNothing)) return reply;
  if (!state.opened) return opening(turn, "goal");
  return (
    reply ??
    repeated(turn) ??
    refused(turn) ??
    proceeding(turn) ??
    checked(turn) ??
    confirmed(turn) ??
    waiting(turn) ??
    chosen(turn) ??
    detailed(turn) ??
    informed(turn) ??
    notYet(turn) ??
    offered(turn) ??
    questioned(turn) ??
    stated(turn)
  );
}

/**
 * The caller has said that it has what it wanted. Now it only answers, and closes as soon as the agent asks
 * nothing more.
 */
function afterConfirmation(turn: Turn): Reply {
  const { heard, voice } = turn;
  if (heard.transfer) return transferred(turn);
  const reply = answered(turn);
  if (reply) return reply;
  const wait = heard.more || heard.closing ? undefined : waiting(turn);
  if (wait) return wait;
  if (heard.more || heard.closing || heard.questions.length === 0)
    return {
      rule: "closing",
      say: voice.phrase(heard.more ? "closing_no_more" : "closing"),
      end: ended("goal_reached"),
    };
  if (heard.wh) return questioned(turn) ?? { rule: "answer", say: voice.phrase("unknown") };
  return { rule: "decline", say: voice.phrase("decline") };
}

function transferred({ voice }: Turn): Reply {
  return { rule: "transferred", say: voice.phrase("accept_transfer"), end: ended("transferred") };
}

/**
 * Turns that told the agent nothing, or repeated what it knew already. Repeating them again would not help.
 */
const NOT_WORTH_REPEATING: ReadonlySet<Rule | undefined> = new Set<Rule>([
  "acknowledge",
  "wait",
  "fallback",
  "repeat",
]);

/**
 * Repeats the last message once if the agent asks for it. After that, says what the caller wants, until it
 * gives up.
 */
function repeated(turn: Turn): Reply | undefined {
  const { heard, state } = turn;
  if (!heard.repeat || state.last_said === "") return undefined;
  if (NOT_WORTH_REPEATING.has(state.history.at(-1)?.rule)) return fallback(turn, "restate");
  return { rule: "repeat", say: state.last_said };
}

function repeatsItself({ rule, say, end }: Reply, state: CallerState): boolean {
  return !end && !REPEATABLE.has(rule) && bareLetters(say) === bareLetters(state.last_said);
}

function waiting({ heard, voice }: Turn): Reply | undefined {
  return heard.hold ? { rule: "wait", say: voice.phrase("wait") } : undefined;
}
