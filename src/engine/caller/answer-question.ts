import { mentions } from "../transcript/fold.ts";
import { factByLabel, findAnswers, isPersonal } from "./answer.ts";
import { contradicted, offeredFact } from "./check.ts";
import { shouldVary } from "./circles.ts";
import type { Fact } from "./facts.ts";
import { listed } from "./phrase.ts";
import { goalAbout, sayGoal } from "./pursue-goal.ts";
import type { Reply, Turn } from "./reply.ts";
import { findValues } from "./values.ts";
import { joined } from "./words.ts";

/** Answers with the facts that the agent asks for. Facts that are not in the record are never made up. */
export function answered(turn: Turn): Reply | undefined {
  const { heard, caller, state, times, voice } = turn;
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
    ...(values.length > 1 || (again && shouldVary(times))
      ? [voice.phrase("answer_list", { value: listed(values, caller.language) })]
      : values.map((value) => voice.phrase(key, { value }))),
    ...answers.filter(({ sentence }) => sentence).map(({ text }) => text),
    ...(unknown.length > 0 ? [voice.phrase("unknown_rest")] : []),
  ];
  const told = [...new Set([...state.told, ...facts])];
  return { rule: "answer", say: joined(parts, caller.language), record, update: { told, details_told } };
}

/** Says whether what the agent has understood is right. */
export function checked(turn: Turn): Reply | undefined {
  const { heard, caller, state, language, voice } = turn;
  if (!heard.check) return undefined;
  const wrong = contradicted(heard, caller, language, state.told);
  return wrong.length === 0 ? { rule: "check", say: voice.phrase("yes") } : correction(wrong, turn);
}

/** Agrees to what the agent is about to do, unless the agent has a fact wrong. */
export function proceeding(turn: Turn): Reply | undefined {
  const { heard, caller, state, language, voice } = turn;
  if (!heard.proceed) return undefined;
  const wrong = contradicted(heard, caller, language, state.told);
  return wrong.length === 0 ? { rule: "go_ahead", say: voice.phrase("go_ahead") } : correction(wrong, turn);
}

/** Chooses one of several alternatives: the one in the record, otherwise any. */
export function chosen(turn: Turn): Reply | undefined {
  const { heard, caller, language, voice, state } = turn;
  if (!heard.choice) return undefined;
  const fact = offeredFact(heard, caller, language);
  if (fact) {
    const told = [...new Set([...state.told, caller.facts.indexOf(fact)])];
    return { rule: "choice", say: voice.phrase("answer", { value: fact.value }), update: { told } };
  }
  const goal = goalAbout([heard.text], turn);
  return goal !== undefined && goal > state.goal
    ? sayGoal(goal, turn)
    : { rule: "choice", say: voice.phrase("either") };
}

/**
 * Answers an offer: declines it unless it is about the goal. Takes a day or an hour unless the record has
 * another. If it has several alternatives, takes the one it came for, otherwise any.
 */
export function offered(turn: Turn): Reply | undefined {
  const { heard, caller, state, language, voice } = turn;
  if (!heard.offer) return undefined;
  const goal = goalAbout(heard.questions, turn);
  if (heard.questions.some((question) => mentions(question, language.cues.or)))
    return goal === undefined ? { rule: "choice", say: voice.phrase("either") } : sayGoal(goal, turn);
  if (heard.wh) return undefined;
  const wrong = contradicted(heard, caller, language, state.told);
  if (wrong.length > 0) return correction(wrong, turn);
  const dated = findValues(heard.text, language).some(({ kind }) => kind === "date" || kind === "time");
  return goal !== undefined || dated
    ? { rule: "go_ahead", say: voice.phrase("go_ahead") }
    : { rule: "decline", say: voice.phrase("decline") };
}

/**
 * Answers any other question: with a fact that the record has under the same name, with yes if the question
 * is about the goal, otherwise with "I don't know".
 */
export function questioned(turn: Turn): Reply | undefined {
  const { heard, caller, state, voice } = turn;
  if (heard.questions.length === 0) return undefined;
  const fact = factByLabel(heard.questions, caller);
  if (fact) {
    const told = [...new Set([...state.told, caller.facts.indexOf(fact)])];
    return { rule: "answer", say: voice.phrase("answer", { value: fact.value }), update: { told } };
  }
  if (!heard.wh && goalAbout(heard.questions, turn) !== undefined)
    return { rule: "check", say: voice.phrase("yes") };
  // A question of any kind that the record cannot answer.
  return {
    rule: "answer",
    say: voice.phrase(heard.wh ? "unknown" : "unsure"),
    record: { asked: [], unknown: [] },
  };
}

function correction(wrong: readonly Fact[], { caller, voice }: Turn): Reply {
  const values = wrong.map(({ value }) => value);
  return { rule: "check", say: voice.phrase("correction", { value: listed(values, caller.language) }) };
}

/** What an agent says when the requested day or time is not available. */
const NOT_TO_BE_HAD =
  /\b(?:other|another|different|alternative|new|else)\b.{0,40}\b(?:days?|dates?|times?|slots?|hours?)\b|\b(?:full|not available|unavailable|booked (?:up|out)|closed|taken|no (?:\w+ )?(?:slots?|appointments?|availability|tables?|rooms?)|can(?:'?t|not) (?:do|offer|make|manage))\b/i;
const ABOUT_TIME = /\b(?:times?|hours?|o'clock|\d{1,2}:\d{2})\b/i;
const ABOUT_DAY = /\b(?:days?|dates?|\w+days?|tomorrow|today)\b/i;

/** Names the other day or time, once, after the agent has turned down the first. */
export function secondChoice({ heard, caller, state, voice }: Turn): Reply | undefined {
  const { second } = caller;
  if (!second || !NOT_TO_BE_HAD.test(heard.text)) return undefined;
  const slot = ABOUT_TIME.test(heard.text) && !ABOUT_DAY.test(heard.text) ? "time" : "date";
  const value = second[slot];
  const isTold = state.told.some((place) => caller.facts[place]?.slot === slot);
  if (value === undefined || !isTold || state.history.some(({ say }) => say?.includes(value)))
    return undefined;
  return { rule: "answer", say: voice.phrase("answer", { value }), record: { asked: [slot] } };
}
