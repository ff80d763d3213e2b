import { mentions } from "../transcript/fold.ts";
import { factByLabel, findAnswers, isPersonal } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { contradicted, offeredFact } from "./check.ts";
import { fallback } from "./fallback.ts";
import { wantsInformation } from "./goal.ts";
import { type Heard, hear } from "./hear.ts";
import { isInOtherLanguage } from "./language-of-text.ts";
import { languageOf } from "./languages/index.ts";
import { opening } from "./opening.ts";
import { joined, listed, voiceOf } from "./phrase.ts";
import type { Rng } from "./random.ts";
import { ended, type Reply, type Turn } from "./reply.ts";
import type { CallerState, Rule } from "./state.ts";
import { bareLetters, hasWords, words } from "./words.ts";

const STEM = 5;
/** Rules that may say the same twice in a row. */
const REPEATABLE: ReadonlySet<Rule> = new Set(["wait", "fallback", "repeat"]);
const UNSPACED_WORD = /[\p{scx=Han}\p{scx=Katakana}]/u;

/** What the caller says to a message when neither the script nor a recording says it: by what it wants and knows. */
export function followAgenda(caller: Caller, state: CallerState, message: string, rng: Rng): Reply {
  const language = languageOf(caller.language);
  const heard = hear(message, language);
  const turn: Turn = { caller, state, language, heard, voice: voiceOf(caller, language, state, rng) };
  if (!hasWords(message) || isInOtherLanguage(message, caller.language)) return fallback(turn);
  const reply = state.confirmed ? afterConfirmation(turn) : towardsGoal(turn);
  return repeatsItself(reply, state) ? fallback(turn) : reply;
}

function towardsGoal(turn: Turn): Reply {
  const { heard, state } = turn;
  if (heard.transfer) return transferred(turn);
  if (heard.offers_help && turn.caller.goals.length === 0 && state.opened) return fallback(turn);
  const reply = answered(turn);
  if (reply && (state.opened || !reply.record?.unknown?.length)) return reply;
  if (!state.opened) return opening(turn, "goal");
  return (
    reply ??
    repeated(turn) ??
    refused(turn) ??
    proceeding(turn) ??
    checked(turn) ??
    confirmed(turn) ??
    (heard.hold ? { rule: "wait", say: turn.voice.phrase("wait") } : undefined) ??
    chosen(turn) ??
    detailed(turn) ??
    informed(turn) ??
    notYet(turn) ??
    offered(turn) ??
    questioned(turn) ??
    stated(turn)
  );
}

/** The caller has said that it has what it wanted: now it answers, and closes as soon as the agent asks nothing. */
function afterConfirmation(turn: Turn): Reply {
  const { heard, voice } = turn;
  if (heard.transfer) return transferred(turn);
  const reply = answered(turn);
  if (reply) return reply;
  if (heard.hold && !heard.more && !heard.closing) return { rule: "wait", say: voice.phrase("wait") };
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

function answered(turn: Turn): Reply | undefined {
  const { heard, caller, state, voice } = turn;
  if (heard.asks.length === 0) return undefined;
  const { answers, facts, unknown, details_told } = findAnswers(
    heard.asks,
    heard.questions.join(" "),
    caller,
    state,
  );
  const record = { asked: heard.asks, ...(unknown.length > 0 ? { unknown } : {}) };
  if (answers.length === 0) {
    const personal = unknown.every(isPersonal);
    return { rule: "answer", say: voice.phrase(personal ? "unknown_personal" : "unknown"), record };
  }
  const values = answers.filter(({ sentence }) => !sentence).map(({ text }) => text);
  const again =
    facts.length > 0 && facts.every((fact) => state.told.includes(fact)) && answers.length === values.length;
  const key = again ? "answer_again" : heard.asks[0] === "name" ? "answer_name" : "answer";
  const parts = [
    ...(values.length > 1
      ? [voice.phrase("answer_list", { value: listed(values, caller.language) })]
      : values.map((value) => voice.phrase(key, { value }))),
    ...answers.filter(({ sentence }) => sentence).map(({ text }) => text),
    ...(unknown.length > 0 ? [voice.phrase("unknown_rest")] : []),
  ];
  const told = [...new Set([...state.told, ...facts])];
  return { rule: "answer", say: joined(parts, caller.language), record, update: { told, details_told } };
}

function repeated({ heard, state }: Turn): Reply | undefined {
  return heard.repeat && state.last_said !== "" ? { rule: "repeat", say: state.last_said } : undefined;
}

function checked({ heard, caller, language, voice }: Turn): Reply | undefined {
  if (!heard.check) return undefined;
  const wrong = contradicted(heard, caller, language);
  if (wrong.length === 0) return { rule: "check", say: voice.phrase("yes") };
  return {
    rule: "check",
    say: voice.phrase("correction", {
      value: listed(
        wrong.map(({ value }) => value),
        caller.language,
      ),
    }),
  };
}

function refused({ heard, state, voice }: Turn): Reply | undefined {
  const gone = state.pushed_back && heard.closing;
  if (!heard.refusal && !gone) return undefined;
  if (!state.pushed_back)
    return { rule: "push_back", say: voice.phrase("push_back"), update: { pushed_back: true } };
  return { rule: "refused", say: voice.phrase("accept_refusal"), end: ended("refused") };
}

function proceeding({ heard, caller, language, voice }: Turn): Reply | undefined {
  if (!heard.proceed) return undefined;
  const wrong = contradicted(heard, caller, language);
  if (wrong.length > 0)
    return {
      rule: "check",
      say: voice.phrase("correction", {
        value: listed(
          wrong.map(({ value }) => value),
          caller.language,
        ),
      }),
    };
  return { rule: "go_ahead", say: voice.phrase("go_ahead") };
}

function confirmed(turn: Turn): Reply | undefined {
  return turn.heard.done ? goalDone(turn, "confirm_done") : undefined;
}

/** The goal at hand is reached, and what the message names of the others: on to the next, or the confirmation. */
function goalDone(turn: Turn, key: "confirm_done" | "confirm_answered"): Reply {
  const { caller, state, voice, heard } = turn;
  const next = caller.goals.findIndex(
    (goal, place) => place > state.goal && !concerns(heard.text, goal, turn),
  );
  const intent = caller.goals[next];
  if (intent === undefined) return { rule: "confirm", say: voice.phrase(key), update: { confirmed: true } };
  return {
    rule: "goal",
    say: voice.phrase("next_goal", { intent }),
    update: { goal: next, pushed_back: false },
  };
}

function chosen({ heard, caller, language, voice, state }: Turn): Reply | undefined {
  if (!heard.choice) return undefined;
  const fact = offeredFact(heard, caller, language);
  if (!fact) return { rule: "choice", say: voice.phrase("either") };
  const told = [...new Set([...state.told, caller.facts.indexOf(fact)])];
  return { rule: "choice", say: voice.phrase("answer", { value: fact.value }), update: { told } };
}

function detailed({ heard, caller, state }: Turn): Reply | undefined {
  if (!heard.details) return undefined;
  const detail = caller.details[state.details_told];
  if (detail !== undefined)
    return { rule: "details", say: detail, update: { details_told: state.details_told + 1 } };
  const goal = caller.goals[state.goal];
  return goal === undefined ? undefined : { rule: "details", say: goal };
}

function informed(turn: Turn): Reply | undefined {
  const { heard, caller, state, language } = turn;
  const goal = caller.goals[state.goal];
  const told = goal !== undefined && tellsWhatIsAsked(heard, goal, language);
  return told ? goalDone(turn, "confirm_answered") : undefined;
}

/** The agent takes leave, or asks for more, while the caller still waits. */
function notYet(turn: Turn): Reply | undefined {
  const { heard, state } = turn;
  if (heard.offers_help || (heard.greeting && heard.questions.length === 0 && state.fallbacks === 0))
    return restated(turn);
  return heard.closing || heard.more ? fallback(turn, "not_yet") : undefined;
}

function restated({ caller, state, voice }: Turn): Reply | undefined {
  const intent = caller.goals[state.goal];
  return intent === undefined ? undefined : { rule: "goal", say: voice.phrase("as_written", { intent }) };
}

function offered(turn: Turn): Reply | undefined {
  const { heard, language, voice } = turn;
  if (!heard.offer || heard.wh) return undefined;
  const goal = wantedGoal(turn);
  const alternatives = heard.questions.some((question) => mentions(question, language.cues.or));
  if (alternatives)
    return goal ? { rule: "choice", say: goal } : { rule: "choice", say: voice.phrase("either") };
  return goal
    ? { rule: "go_ahead", say: voice.phrase("go_ahead") }
    : { rule: "decline", say: voice.phrase("decline") };
}

function questioned(turn: Turn): Reply | undefined {
  const { heard, caller, state, voice } = turn;
  if (heard.questions.length === 0) return undefined;
  const fact = factByLabel(heard.questions, caller);
  if (fact) {
    const told = [...new Set([...state.told, caller.facts.indexOf(fact)])];
    return { rule: "answer", say: voice.phrase("answer", { value: fact.value }), update: { told } };
  }
  if (!heard.wh && wantedGoal(turn)) return { rule: "check", say: voice.phrase("yes") };
  return { rule: "answer", say: voice.phrase("unknown") };
}

/** The goal still open that a question is about, the last of them: a later goal says more exactly what is wanted. */
function wantedGoal(turn: Turn): string | undefined {
  const { caller, state, heard } = turn;
  const open = caller.goals.slice(state.goal);
  return open.findLast((goal) => heard.questions.some((question) => concerns(question, goal, turn)));
}

/** Whether a text shares a word that means something with a goal: by its first letters, which survive inflection. */
function concerns(text: string, goal: string, { language }: Turn): boolean {
  const stems = (sentence: string) =>
    words(sentence, language.code)
      .filter(
        (word) => word.length >= (UNSPACED_WORD.test(word) ? 2 : 4) && !language.small_words.includes(word),
      )
      .map((word) => word.slice(0, STEM));
  const wanted = new Set(stems(goal));
  return stems(text).some((stem) => wanted.has(stem));
}

/** A statement that needs no answer: taken note of once, then the caller comes back to what it wants. */
function stated(turn: Turn): Reply {
  const last = turn.state.history.at(-1)?.rule;
  if (last === "acknowledge" || last === "fallback") return fallback(turn, "restate");
  return { rule: "acknowledge", say: turn.voice.phrase("acknowledge") };
}

function repeatsItself({ rule, say, end }: Reply, state: CallerState): boolean {
  return !end && !REPEATABLE.has(rule) && bareLetters(say) === bareLetters(state.last_said);
}
