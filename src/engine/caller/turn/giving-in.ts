/** When a caller gives way to an agent that keeps to another value than its own. Only in English. */

import { saysOnlyPartOf } from "../facts/day-parts.ts";
import type { Fact } from "../facts/facts.ts";
import { saysDate } from "../facts/moments.ts";
import { holdsValue } from "../facts/values.ts";
import { isOfCaller } from "../saying/answer.ts";
import type { Turn } from "../saying/reply.ts";
import { isWish } from "../saying/yielding.ts";
import { factsIn } from "./said-before.ts";

const TIMES = 2;
/** What it has not come for is not worth a second no. */
const TIMES_OF_EXTRAS = 1;

/**
 * Whether the caller gives way: the agent has never asked for this fact, and keeps to its own whatever the caller says. Sooner if
 * the caller has not come for the fact, and it never spoke of it before the agent did. At once to another hour
 * of the part of the day that is all it came for.
 */
export function givesIn(turn: Turn, fact: Fact, said: string, isCorrection: boolean): boolean {
  const { caller, state, language } = turn;
  if (isHourOfWish(turn, fact, said)) return true;
  if (!caller.errand || language.code !== "en" || state.told.length === 0) return false;
  const place = caller.facts.indexOf(fact);
  const times = state.refusals?.[String(place)] ?? 0;
  if (isCorrection && !state.told.includes(place) && times >= TIMES) return true;
  const first = state.history.find(({ say }) => say !== null && factsIn(say, caller).includes(place));
  return times >= TIMES_OF_EXTRAS && first?.rule === "correction" && isExtra(turn, fact);
}

/** Whether the agent has another hour of "tomorrow morning", and that is all that the caller came for. */
export const isHourOfWish = ({ caller, state, language }: Turn, fact: Fact, said: string): boolean =>
  caller.errand !== undefined &&
  fact.slot === "time" &&
  state.mind_changed === undefined &&
  caller.goals.some((goal) => saysOnlyPartOf(said, goal, language));

/** Whether a fact is a wish that the caller's own words say nothing of. */
function isExtra({ caller, state, language }: Turn, fact: Fact): boolean {
  const { value, date, slot } = fact;
  if (state.mind_changed !== undefined || !isWish(fact) || (slot !== null && isOfCaller(slot))) return false;
  return ![...caller.goals, ...caller.details].some((text) =>
    date === undefined ? holdsValue(text, value) : saysDate(text, date, language),
  );
}
