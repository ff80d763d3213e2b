/** What a caller would like to have of what the agent finds for it: a day, a part of the day, somebody. */
import { drawFor, shuffled } from "../draw.ts";
import { STAFF, staffInGoal } from "./in-goal.ts";
import { momentFor } from "./moments.ts";
import { isSoonest } from "./moments-in-goal.ts";
import type { Caller, Sources } from "./sources.ts";

export interface Wished {
  name: string;
  value: string;
}

const NAMES_DAYS =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|which day|what day|days?|dates?|weekdays?|today|tomorrow)\b/i;
const PARTS = /\b(?:in the |this |the )?(morning|afternoon|evening)s?\b/i;
const [NOON, EVENING] = [12 * 60, 17 * 60];
/** The least that has to be left of a part of the day, in minutes. */
const ENOUGH = 90;

/**
 * The wishes that the texts or the goal name, and that no field of a tool asks for.
 * @param known the names of the facts that the caller has already
 */
export function wishesFor(sources: Sources, caller: Caller, known: readonly string[]): Wished[] {
  const has = (pattern: RegExp) => known.some((name) => pattern.test(name.replaceAll("_", " ")));
  const field = { description: "", format: undefined, type: "string" as const };
  const day =
    isSoonest(caller.goal) ||
    has(/(?<!part of )\bday\b|\b(?:date|when|weekday)\b/i) ||
    !NAMES_DAYS.test(`${sources.text}\n${caller.goal}`)
      ? undefined
      : momentFor({ ...field, words: "day" }, sources, caller);
  const part =
    day === undefined || has(/\b(?:time|hour|part of day)\b/i) ? undefined : partOfDay(sources, caller);
  const staff = has(STAFF) ? undefined : somebody(sources, caller);
  return [
    ...(day === undefined ? [] : [{ name: "preferred_day", value: day }]),
    ...(part === undefined ? [] : [{ name: "preferred_time", value: part }]),
    ...(staff === undefined ? [] : [staff]),
  ];
}

function partOfDay({ hours: { from, to }, seed }: Sources, { goal, place }: Caller): string | undefined {
  const named = PARTS.exec(goal)?.[1]?.toLowerCase();
  if (named !== undefined) return named;
  const open = [
    ...(from + ENOUGH <= NOON ? ["morning"] : []),
    ...(Math.max(from, NOON) + ENOUGH <= Math.min(to, EVENING) ? ["afternoon"] : []),
    ...(Math.max(from, EVENING) + ENOUGH <= to ? ["evening"] : []),
  ];
  return shuffled(open, drawFor(seed, "part of day"))[place % Math.max(1, open.length)];
}

/** Somebody of a list of the texts: "Doctors: Dr Patel, Dr Okafor". */
function somebody({ lists, seed }: Sources, { goal, place }: Caller): Wished | undefined {
  const list = lists.find(({ name }) => STAFF.test(name.toLowerCase()));
  const name = list && STAFF.exec(list.name.toLowerCase())?.[0]?.replace(/s$/, "");
  const named = staffInGoal(goal);
  if (list === undefined || name === undefined)
    return named === undefined
      ? undefined
      : { name: /^(?:dr|doctor)/i.test(named) ? "doctor" : "person", value: named };
  const drawn = shuffled(list.items, drawFor(seed, name))[place % list.items.length];
  const value = named ?? drawn;
  return value === undefined ? undefined : { name, value };
}
