/** What a caller may change its mind about: a number of things, or one of several values that say nothing of what it came for. */

import type { Trait } from "../../caller/digital-human.ts";
import { CHANGES_MIND } from "../../caller/errand.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { isDependedOn } from "./by-option.ts";
import { optionInGoal, STAFF } from "./in-goal.ts";
import { dayInGoal, hourInGoal, pastDayInGoal } from "./moments-in-goal.ts";
import { COUNT } from "./numbers.ts";
import { personalKind } from "./personal.ts";
import type { SaidChange } from "./said-change.ts";
import { wordsOf } from "./stems.ts";

type Value = string | number;

const ALSO_COUNTED = /\b(?:days|months|boxes|players?|flues|hours|minutes)\b/;
const isCount = (words: string): boolean => COUNT.test(words) || ALSO_COUNTED.test(words);
/** With another one of these it would be another wish. */
const THE_WISH =
  /\b(?:reason|topic|issue|problem|type|kind|service|product|item|plan|category|status|document|channel|action|subject|species|language|currency|tool|work|job|room)\b/;
/** Who wants it from somebody else, or in another size, still wants the same. */
const BESIDE_THE_WISH = new RegExp(`${STAFF.source}|\\b(?:colou?r|paper|pick ?up|position|seat|size)\\b`);
/** What is free then is nobody's to know. */
const A_MOMENT = /\b(?:date|time|slot|window|hour|start|starts|begin|arrival|when)\b/;
const MOST = 8;

/**
 * The traits of a caller that changes what its goal says it changes, if it knows one such thing.
 * @param tool the tool that the goal is about
 */
export function changesIn(
  traits: readonly Trait[],
  change: SaidChange,
  today: string,
  tool?: AgentTool,
): Trait[] {
  const { option, moment, number, any_of } = change;
  if (option) return changedOption(traits, option);
  const named = any_of ? traits.filter(({ trait_name }) => any_of.includes(trait_name)) : traits;
  const counted = changedNumber(named, number);
  if (counted.length > 0) return counted;
  const moved = moment === undefined ? [] : changedMoment(named, moment, today);
  return moved.length > 0 || !tool ? moved : changedAnyhow(traits, change, tool);
}

/** Another value of what the goal says no new one of. */
function changedAnyhow(traits: readonly Trait[], { any_of = [] }: SaidChange, tool: AgentTool): Trait[] {
  const known = traits.filter(({ trait_name }) => any_of.includes(trait_name));
  const facts = Object.fromEntries(known.map(({ trait_name, value }) => [trait_name, value]));
  const { name, value } = changeOfMind(tool, facts) ?? otherNumber(any_of, facts) ?? {};
  return known.flatMap((one) =>
    one.trait_name === name ? [{ ...one, trait_name: `${CHANGES_MIND}${name}`, value }] : [],
  );
}

const PHONE = /^\+?[\d ()-]{6,20}\d\d$/;

/** Another telephone number, if the goal names it: "corrects the phone number when it is read back". */
function otherNumber([name, ...others]: readonly string[], facts: Readonly<Record<string, unknown>>) {
  const own = name === undefined || others.length > 0 ? "" : String(facts[name] ?? "");
  if (name === undefined || !PHONE.test(own) || personalKind(wordsOf(name), undefined) !== "phone")
    return undefined;
  const last = Number(own.slice(-2));
  return { name, value: `${own.slice(0, -2)}${String((last + 7) % 100).padStart(2, "0")}` };
}

const changedOption = (
  traits: readonly Trait[],
  { name, value }: NonNullable<SaidChange["option"]>,
): Trait[] =>
  traits.flatMap((one) =>
    one.trait_name === name && one.value !== value
      ? [{ ...one, trait_name: `${CHANGES_MIND}${name}`, value }]
      : [],
  );

const IS_DAY = /^\d{4}-\d\d-\d\d$/;
const IS_HOUR = /^\d\d:\d\d$/;
const DAY_MS = 86_400_000;

function changedMoment(traits: readonly Trait[], moment: string, today: string): Trait[] {
  const hour = dayInGoal(moment, today) === undefined ? hourInGoal(`at ${moment}`) : undefined;
  const form = hour === undefined ? IS_DAY : IS_HOUR;
  const [only, ...others] = traits.filter(
    ({ trait_name, value }) =>
      form.test(String(value ?? "")) && personalKind(wordsOf(trait_name), undefined) !== "birth",
  );
  if (!only || others.length > 0) return [];
  // A day on which something has happened changes to another one of the past.
  const isPast = String(only.value) < today;
  const offset = isPast ? pastDayInGoal(moment, today) : dayInGoal(moment, today);
  const day =
    offset === undefined
      ? undefined
      : new Date(Date.parse(today) + offset * DAY_MS).toISOString().slice(0, 10);
  const value = hour ?? (day === undefined || isPast ? day : inSameWeek(moment, String(only.value), day));
  if (value === undefined || only.value === value) return [];
  return [{ ...only, trait_name: `${CHANGES_MIND}${only.trait_name}`, value }];
}

/** "Tuesday 8 December, and then Wednesday" is the day after, and not the next Wednesday of all. */
function inSameWeek(moment: string, first: string, next: string): string {
  if (/\d|\btomorrow\b|\bnext\b/i.test(moment) || next >= first) return next;
  const monday = Date.parse(first) - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const ahead = ((new Date(next).getUTCDay() + 6) % 7) * DAY_MS;
  return new Date(monday + ahead).toISOString().slice(0, 10);
}

/** The trait of a caller that changes the only number of things that it knows. */
function changedNumber(traits: readonly Trait[], number: number | undefined): Trait[] {
  const numbers = traits.filter(({ value }) => typeof value === "number");
  const counts = numbers.filter(({ trait_name }) => isCount(wordsOf(trait_name)));
  // "A reading of 917, then notices that it's 971"
  const [only, ...others] = counts.length > 0 ? counts : numbers;
  if (!only || number === undefined || others.length > 0 || only.value === number) return [];
  return [{ ...only, trait_name: `${CHANGES_MIND}${only.trait_name}`, value: number }];
}

/**
 * The fact and its new value. Undefined if there is none that any agent could take: a name, a day, and an hour are not changed, nor
 * one of several values that the goal names, if that is what the caller came for.
 * @param known the facts of the caller, by the names of the tool's parameters
 */
export function changeOfMind(
  tool: AgentTool,
  known: Readonly<Record<string, unknown>>,
  goal = "",
): { readonly name: string; readonly value: Value } | undefined {
  if (!seemsEffectful(tool.name)) return undefined;
  const own = parametersOf(tool).filter(({ name, path }) => path.length === 1 && known[name] != null);
  const changes = own.flatMap((parameter) => {
    const isWish =
      !BESIDE_THE_WISH.test(wordsOf(parameter.name)) &&
      optionInGoal(goal, parameter.options ?? []) !== undefined;
    if (isWish || isDependedOn(parameter, parametersOf(tool))) return [];
    const value = otherValue(parameter, known[parameter.name]);
    return value === undefined ? [] : [{ name: parameter.name, value }];
  });
  return changes[0];
}

function otherValue({ name, options = [], type, minimum = 1, maximum = MOST }: ToolParameter, own: unknown) {
  const words = wordsOf(name);
  if (options.length > 1) {
    const at = options.findIndex((option) => String(option) === String(own));
    return at < 0 || THE_WISH.test(words) || A_MOMENT.test(words)
      ? undefined
      : options[(at + 1) % options.length];
  }
  if (options.length > 0 || (type !== "integer" && type !== "number")) return undefined;
  if (typeof own !== "number" || !isCount(words)) return undefined;
  return [own + 1, own - 1].find((value) => value >= Math.max(1, minimum) && value <= maximum);
}
