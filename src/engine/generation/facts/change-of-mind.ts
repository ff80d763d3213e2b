/** What a caller may change its mind about: a number of things, or one of several values that say nothing of what it came for. */

import type { Trait } from "../../caller/digital-human.ts";
import { CHANGES_MIND } from "../../caller/errand.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { MONTH_LETTERS } from "../../numbers/calendar.ts";
import { numberOf } from "../../rules-language/text/spoken-values.ts";
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { isDependedOn } from "./by-option.ts";
import { optionInGoal, STAFF } from "./in-goal.ts";
import { dayInGoal, hasBareDay, hourInGoal, pastDayInGoal, valuesIn } from "./moments-in-goal.ts";
import { COUNT } from "./numbers.ts";
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

const LONGEST_GOAL = 1_000;
/** "…, then raises it to 250 when the order is read back" */
const CHANGES_TO =
  /(?:, (?:and |but )?| (?:and |but )(?=then |later )| (?=then |later ))(?:then |later )?(?:chang|correct|rais|increas|reduc|lower)\w{0,3} (?:[^.,]{1,30} )?to (\d{1,6}|[a-z]{3,9})\b[^.,]{0,60}/i;

/** "Seven in the evening", "12 March" */
const IS_MOMENT = new RegExp(
  `^(?: in the | o'clock| ?[ap]\\.?m\\b|:\\d| (?:${MONTH_LETTERS.join("|")}))`,
  "i",
);

/** "…, then changes to Thursday 12 March at the read-back", "…, then corrected to seven in the evening" */
const MOVES_TO =
  /,? (?:and |but )?(?:then |later )?(?:chang|correct|switch|mov)\w{1,3} (?:(?:it|that|the \w{2,12}) )?to ((?:(?!\band\b)[^.,;]){2,80})/iu;
/** "…, then wants it on Saturday 14 March instead" */
const WANTS_INSTEAD =
  /,? (?:and |but )?then (?:wants|takes|asks for|chooses|decides for|prefers) (?:(?:it|that) )?(?:(?:on|at|for) )?((?:(?!\band\b)[^.,;]){2,60}?) instead\b/iu;
/** "…, says Tuesday first and takes Thursday in the end" */
const IN_THE_END =
  /,? (?:and |but )?says ([^.,;]{2,40}?) first,? (?:and|but)(?: then)? (?:takes|wants|chooses) ([^.,;]{2,40}?) in the end\b/iu;
const WHEN_IT_CHANGES = / (?:at the (?:read-?back|end)|before|when|while)\b.*$/;

/** What a goal changes on the way: a number, or a day or an hour in words. */
export interface SaidChange {
  readonly number?: number;
  readonly moment?: string;
  /** The parameter that takes one of several values, and its new one. */
  readonly option?: { readonly name: string; readonly value: Value };
}

/**
 * A goal without the words that change a number, a day, an hour, or one of several values, and what these say.
 * @param tool the tool that the goal is about
 */
export function withoutChange(written: string, tool?: AgentTool): { readonly goal: string } & SaidChange {
  // Who takes Thursday in the end wants it on Thursday.
  const goal = written.slice(0, LONGEST_GOAL).replace(IN_THE_END, " on $2");
  const text = goal;
  const [whole, said = ""] = CHANGES_TO.exec(text) ?? [];
  const number = numberOf(said.toLowerCase());
  const isHourOrDay = IS_MOMENT.test(whole?.slice(whole.indexOf(` ${said}`) + said.length + 1) ?? "");
  if (whole !== undefined && number !== undefined && !isHourOrDay)
    return { goal: text.replace(whole, ""), number };
  const [instead, last = ""] = WANTS_INSTEAD.exec(text) ?? [];
  const option = instead === undefined ? undefined : optionIn(last, text.replace(instead, ""), tool);
  if (instead !== undefined && option !== undefined) return { goal: text.replace(instead, ""), option };
  const [moved, to] = MOVES_TO.exec(text) ?? WANTS_INSTEAD.exec(text) ?? [];
  const moment = to?.replace(WHEN_IT_CHANGES, "").trim();
  const isMoment =
    moment !== undefined &&
    (valuesIn(moment, "date").length > 0 || hasBareDay(moment) || hourInGoal(`at ${moment}`) !== undefined);
  return moved !== undefined && isMoment ? { goal: text.replace(moved, ""), moment } : { goal };
}

/** The parameter whose value the goal names before, and another value of it here. */
function optionIn(words: string, before: string, tool: AgentTool | undefined): SaidChange["option"] {
  const found = (tool ? parametersOf(tool) : []).flatMap(({ name, options = [] }) => {
    const [old, value] = [optionInGoal(before, options), optionInGoal(words, options)];
    return old === undefined || value === undefined || old === value ? [] : [{ name, value }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The traits of a caller that changes what its goal says it changes, if it knows one such thing. */
export const changesIn = (traits: readonly Trait[], change: SaidChange, today: string): Trait[] =>
  change.option !== undefined
    ? changedOption(traits, change.option)
    : change.moment === undefined
      ? changedNumber(traits, change.number)
      : changedMoment(traits, change.moment, today);

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
  const hour = dayInGoal(moment, today, false) === undefined ? hourInGoal(`at ${moment}`) : undefined;
  const form = hour === undefined ? IS_DAY : IS_HOUR;
  const [only, ...others] = traits.filter((trait) => form.test(String(trait.value ?? "")));
  if (!only || others.length > 0) return [];
  // A day on which something has happened changes to another one of the past.
  const isPast = String(only.value) < today;
  const offset = isPast ? pastDayInGoal(moment, today) : dayInGoal(moment, today, false);
  const day =
    offset === undefined
      ? undefined
      : new Date(Date.parse(today) + offset * DAY_MS).toISOString().slice(0, 10);
  const value = hour ?? day;
  if (value === undefined || only.value === value) return [];
  return [{ ...only, trait_name: `${CHANGES_MIND}${only.trait_name}`, value }];
}

/** The trait of a caller that changes the only number of things that it knows. */
function changedNumber(traits: readonly Trait[], number: number | undefined): Trait[] {
  const [only, ...others] = traits.filter(
    ({ trait_name, value }) => typeof value === "number" && isCount(wordsOf(trait_name)),
  );
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
