import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { hear } from "../hearing/hear.ts";
import { isInOtherLanguage } from "../hearing/language-of-text.ts";
import { BEFORE_MENU } from "../hearing/menu.ts";
import { isDone } from "../judging/deed.ts";
import { languageOf } from "../language.ts";
import type { AgentMessage } from "../moment.ts";
import { isPersonal } from "../saying/answer.ts";
import { fallback } from "../saying/fallback.ts";
import { pressed } from "../saying/keypad.ts";
import { opening } from "../saying/opening.ts";
import { partOfDay } from "../saying/part-of-day.ts";
import { voiceOf } from "../saying/phrase.ts";
import {
  confirmed,
  detailed,
  goalDone,
  informed,
  notYet,
  refused,
  refusedFor,
  stated,
} from "../saying/pursue-goal.ts";
import { ended, type Reply, type Turn } from "../saying/reply.ts";
import type { CallerState, Rule } from "../state.ts";
import { bareLetters, hasWords, joined } from "../words.ts";
import { fromMenu, yielding } from "./alternatives.ts";
import {
  answered,
  checked,
  chosen,
  offered,
  ownOption,
  proceeding,
  questioned,
  secondChoice,
  switched,
} from "./answer-question.ts";
import { settled, thatIsAll } from "./anything-else.ts";
import { calledBack } from "./call-back.ts";
import { timesHeard, withoutCircles } from "./circles.ts";
import { goingAlong } from "./instead.ts";
import { persisting, withChanges } from "./persist.ts";
import { factsIn } from "./said-before.ts";
import { oneByOne, permitted } from "./whether.ts";

/** Rules that may say the same thing twice in a row. */
const REPEATABLE: ReadonlySet<Rule> = new Set(["wait", "fallback", "repeat", "keypad"]);

/**
 * What the caller answers when neither the script nor a recording has the answer. It depends on what the
 * caller wants and knows.
 */
export function followAgenda({ message, ...moment }: AgentMessage): Reply {
  const { state } = moment;
  const caller = withChanges(moment.caller, state);
  const language = languageOf(caller.language);
  const heard = hear(message, language);
  const times = timesHeard(heard, state);
  const turn: Turn = { caller, state, language, heard, times, voice: voiceOf({ ...moment, caller }) };
  if (!hasWords(message) || isInOtherLanguage(message, caller.language)) return fallback(turn);
  const given = replyTo(turn);
  const reply = goingAlong(turn, given) ?? otherwise(turn, given) ?? given;
  const insisted = repeatsItself(reply, turn) ? insisting(turn, reply) : reply;
  // What it refuses is understood, and counted.
  const usual = reply.update?.refused ? insisted : persisting(turn, insisted);
  if (isStuck(turn, usual))
    return { rule: "fallback", say: turn.voice.phrase("give_up"), end: ended("out_of_script") };
  return withoutCircles(turn, reply, usual);
}

/** Takes one of the alternatives that the agent offers, if the caller has just answered with the same facts in vain. */
function otherwise(turn: Turn, { rule, say }: Reply): Reply | undefined {
  const { caller, state } = turn;
  if (!caller.errand || rule !== "answer") return undefined;
  const [again, before] = [say, state.last_said ?? ""].map((text) => factsIn(text, caller));
  const isSame = again?.length === 1 && before?.length === 1 && again[0] === before[0];
  return isSame ? fromMenu(turn)?.reply : undefined;
}

/** Whether the caller's patience is used up: it had no answer for that many turns in a row. */
function isStuck({ caller: { patience }, state }: Turn, { record }: Reply): boolean {
  if (patience === undefined || !record?.unknown || record.assumed) return false;
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
  const { told, switched } = reply.update ?? {};
  const tellsFact = (reply.rule === "answer" && told !== undefined) || switched !== undefined;
  return tellsFact ? reply : fallback(turn);
}

/** After the agent's deed the caller has what it wants, whatever the agent says. It still answers what it is asked. */
function replyTo(turn: Turn): Reply {
  const { caller, state, heard } = turn;
  if (state.confirmed) return afterConfirmation(turn);
  if (!isDone(caller, state) || !state.opened) return towardsGoal(turn);
  const done = goalDone(turn, "confirm_done");
  const asked =
    heard.questions.length > 0
      ? (fromParts(turn) ?? answered(turn) ?? proceeding(turn) ?? checked(turn))
      : undefined;
  if (asked && !asked.end && !(onlyAsked(turn) && isUnknown(asked)))
    return { ...asked, update: { ...done.update, ...asked.update } };
  return heard.more && done.update?.confirmed ? closing(turn, done.update) : done;
}

function towardsGoal(turn: Turn): Reply {
  const { heard, state } = turn;
  if (heard.transfer) return transferred(turn);
  const keys = pressed(turn);
  if (keys) return keys;
  const called = calledBack(turn);
  if (called) return called;
  if (heard.offers_help && turn.caller.goals.length === 0 && state.opened) return fallback(turn);
  const allowed = permitted(turn);
  if (allowed) return allowed;
  const menu = state.opened || turn.caller.errand ? fromMenu(turn) : undefined;
  const reply =
    secondChoice(turn) ??
    thatIsAll(turn) ??
    (state.opened ? ownOption(turn) : undefined) ??
    fromParts(turn) ??
    (menu?.sure ? menu.reply : (partOfDay(turn) ?? answered(turn) ?? oneByOne(turn)));
  const knowsNothing =
    reply?.record?.unknown !== undefined && reply.record.unknown.length === heard.asks.length;
  // "Is it a refill or a vaccination?" asks a caller that has not said what it wants for that, and for no fact.
  const isEarly =
    !state.opened && turn.caller.errand !== undefined && (heard.asks.length === 0 || menu !== undefined);
  if (reply && !isEarly && !(knowsNothing && menu) && (state.opened || !knowsNothing)) return reply;
  if (!state.opened) return opening(turn, "goal");
  const said =
    menu?.reply ??
    reply ??
    yielding(turn) ??
    switched(turn) ??
    (heard.check && !heard.proceed ? checked(turn) : undefined) ??
    repeated(turn) ??
    refused(turn) ??
    proceeding(turn) ??
    checked(turn) ??
    confirmed(turn) ??
    politely(turn) ??
    settled(turn) ??
    waiting(turn) ??
    chosen(turn) ??
    detailed(turn) ??
    informed(turn) ??
    notYet(turn) ??
    offered(turn) ??
    questioned(turn) ??
    stated(turn);
  return refusedFor(turn, said) ?? said;
}

/**
 * Answers two questions in two sentences: "Shall I book it? And what's your name?" Undefined if they have one answer, or if the agent
 * has something wrong.
 */
function fromParts(turn: Turn): Reply | undefined {
  const { heard, language, caller, state } = turn;
  const asked = language.code === "en" ? heard.asking.flatMap(withoutMenu) : heard.asking;
  if (asked.length < 2 || !state.opened) return undefined;
  const parts: Reply[] = [];
  for (const sentence of asked) {
    const text = asked.length > heard.asking.length ? sentence : heard.text;
    const part = { ...turn, heard: { ...hear(sentence, language), text } };
    const menu = fromMenu(part);
    const reply =
      menu?.reply ?? answered(part) ?? (isYesOrNo(part) ? (proceeding(part) ?? checked(part)) : undefined);
    if (!reply) continue;
    if (reply.end || reply.update?.refused) return reply;
    if (!parts.some(({ say }) => say === reply.say)) parts.push(reply);
  }
  const last = parts.at(-1);
  if (language.code === "en" && last && isElaborated(asked, parts)) return last;
  const [first] = parts;
  if (first === undefined || parts.length < 2) return undefined;
  return {
    rule: parts.find(({ rule }) => rule === "answer")?.rule ?? first.rule,
    say: joined(
      parts.map(({ say }) => say),
      caller.language,
    ),
    update: mergedUpdates(parts),
    record: mergedRecords(parts),
  };
}

const MOST_WORDS = 4;

/** Whether the second question only says what the first asks for: "Where shall I send it? Email address?" */
function isElaborated(asked: readonly string[], parts: readonly Reply[]): boolean {
  const [first, second] = parts;
  if (asked.length !== 2 || !first || !second) return false;
  const isShort = (asked[1] ?? "").trim().split(/\s+/).length <= MOST_WORDS;
  const isKept = (first.record?.unknown ?? []).length > 0 && !first.update?.told;
  return isShort && isKept && second.update?.told !== undefined;
}

const MENU_FIRST = /^([^?,]{1,60} or [^?,]{1,40}),? and (?=(?:what|which|where|who|how)\b)/i;
const ASKS = /\b(?:what|which|where|who|how|when)\b/i;

/** "Glossy or matte, and what is your name?" asks two things. */
function withoutMenu(sentence: string): string[] {
  const [before] = BEFORE_MENU.exec(sentence) ?? [];
  if (before !== undefined) return [`${before.replace(/,? and $/i, "")}?`, sentence.slice(before.length)];
  const [whole, menu] = MENU_FIRST.exec(sentence) ?? [];
  return whole === undefined || menu === undefined || ASKS.test(menu)
    ? [sentence]
    : [`${menu}?`, sentence.slice(whole.length)];
}

const isYesOrNo = ({ heard }: Turn) => heard.proceed || heard.check;

function mergedUpdates(parts: readonly Reply[]): Partial<CallerState> {
  const told = [...new Set(parts.flatMap(({ update }) => update?.told ?? []))];
  const taken = [...new Set(parts.flatMap(({ update }) => update?.taken ?? []))];
  return {
    ...Object.assign({}, ...parts.map(({ update }) => update)),
    ...(told.length > 0 && { told }),
    ...(taken.length > 0 && { taken }),
  };
}

function mergedRecords(parts: readonly Reply[]): NonNullable<Reply["record"]> {
  const asked = [...new Set(parts.flatMap(({ record }) => record?.asked ?? []))];
  const unknown = [...new Set(parts.flatMap(({ record }) => record?.unknown ?? []))];
  return { ...(asked.length > 0 && { asked }), ...(unknown.length > 0 && { unknown }) };
}

/** Answers small talk, if the message has nothing else to answer, and comes back to the matter. */
function politely({ heard, voice, caller, state }: Turn): Reply | undefined {
  if (!heard.small_talk || heard.questions.length > 0) return undefined;
  const say = joined([voice.phrase("small_talk"), caller.goals[state.goal] ?? ""], caller.language);
  return { rule: "goal", say };
}

/**
 * The caller has said that it has what it wanted. Now it only answers, and closes as soon as the agent asks
 * nothing more.
 */
function afterConfirmation(turn: Turn): Reply {
  const { heard, voice, state } = turn;
  if (heard.transfer) return transferred(turn);
  if (hasHadEnough(turn)) return closing(turn);
  const called = calledBack(turn);
  if (called) return called;
  const reply = answered(turn);
  const wantsMore = turn.caller.errand !== undefined && turn.language.code === "en" && heard.wh;
  // "Which items shall we collect?" asks one that only wanted to know a day for something new.
  const declines = (): Reply =>
    onlyAsked(turn) && state.history.at(-1)?.rule === "decline"
      ? closing({ ...turn, heard: { ...heard, more: true } })
      : { rule: "decline", say: voice.phrase("no_more") };
  if (reply && !tellsWishAgain(turn, reply)) return wantsMore && isUnknown(reply) ? declines() : reply;
  const wait = heard.more || heard.closing ? undefined : waiting(turn);
  if (wait) return wait;
  if (heard.more || heard.closing || heard.questions.length === 0) return closing(turn);
  if (heard.check) return checked(turn) ?? closing(turn);
  if (heard.wh) {
    const answer = questioned(turn) ?? { rule: "answer", say: voice.phrase("unknown") };
    return wantsMore && isUnknown(answer) ? declines() : answer;
  }
  return { rule: "decline", say: voice.phrase("decline") };
}

/** Whether the caller has come for an answer, and for nothing that changes something. Only in English. */
const onlyAsked = ({ caller, language }: Turn): boolean =>
  language.code === "en" && caller.errand !== undefined && !seemsEffectful(caller.errand.tool);

/** Whether the agent is told nothing of what it asks for, because that was never part of the record. */
const isUnknown = ({ record, update }: Reply): boolean =>
  record?.unknown?.every((slot) => !isPersonal(slot)) === true && !update?.told;

/** After the deed, what else the agent asks does not concern the caller. */
const TURNS_AFTER_DEED = 3;
const hasHadEnough = ({ caller, state }: Turn): boolean =>
  caller.errand !== undefined &&
  isDone(caller, state) &&
  state.turn - (state.done_at ?? state.turn) > TURNS_AFTER_DEED;

/** Says goodbye, and to "Anything else?" that there is nothing. */
const closing = ({ heard, voice }: Turn, update: Reply["update"] = {}): Reply => ({
  rule: "closing",
  say: voice.phrase(heard.more ? "closing_no_more" : "closing"),
  update,
  end: ended("goal_reached"),
});

/** "What would you like to order?" after the deed asks for something more. */
const tellsWishAgain = ({ caller }: Turn, { say }: Reply) => caller.goals.some((goal) => say.includes(goal));

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
  const { heard, state, caller } = turn;
  // "I beg your pardon, was that a yes?" wants a yes.
  if (!heard.repeat || state.last_said === "" || (isYesOrNo(turn) && caller.errand)) return undefined;
  if (NOT_WORTH_REPEATING.has(state.history.at(-1)?.rule)) return fallback(turn, "restate");
  return { rule: "repeat", say: state.last_said };
}

function repeatsItself({ rule, say, end, record }: Reply, { state, caller, times }: Turn): boolean {
  // "No." answers one question after the other.
  if (record?.assumed && times < 2) return false;
  // Two questions may both want a yes, and so may one that is put twice.
  const isYes = caller.errand !== undefined && (rule === "go_ahead" || rule === "check");
  return !end && !REPEATABLE.has(rule) && !isYes && bareLetters(say) === bareLetters(state.last_said);
}

function waiting({ heard, voice }: Turn): Reply | undefined {
  return heard.hold ? { rule: "wait", say: voice.phrase("wait") } : undefined;
}
