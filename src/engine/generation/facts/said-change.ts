/** What a goal says that its caller changes on the way: "…, then corrects the hour to seven when it is read back". */
import { MONTH_LETTERS } from "../../numbers/calendar.ts";
import { numberOf } from "../../rules-language/text/spoken-values.ts";
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { stemOf } from "../../words/english.ts";
import { inPartNamed, withColons } from "./half-day.ts";
import { optionInGoal } from "./in-goal.ts";
import { lengthInGoal, withUnit } from "./lengths.ts";
import { hasBareDay, hourInGoal, valuesIn } from "./moments-in-goal.ts";
import { wordsOf } from "./stems.ts";
import { includesRun, stemsIn } from "./words-in-goal.ts";

const LONGEST_GOAL = 1_000;

/** "…, says Tuesday first and takes Thursday in the end" */
const IN_THE_END =
  /,? (?:and |but )?says ([^.,;]{2,40}?) first,? (?:and|but)(?: then)? (?:takes|wants|chooses) ([^.,;]{2,40}?) in the end\b/iu;
/** "…, first says 20 portions, then …", "…, says four at first, then …" */
const FIRST_SAYS =
  /,? (?:(?:first|at first) (?:says|asks for|wants|gives) (?=[^.,;]{2,60}(?:,| and| but|$))|says ([^.,;]{2,40}?) (?:at )?first(?=,| and| but|$))/i;

/** "…, first for two days, then …" */
const AT_FIRST = /,? (?:at )?first (?=for [^.,;]{2,40}$)/i;

const JOINED = ",? (?:(?:and|but) )?(?:then )?(?:later )?";
const AT_READ_BACK =
  "(?:(?:at the read-?back|when [^.,;]{2,40} read back|(?:at|in) the end|on hearing [^.,;]{2,40}|during the (?:call|chat)|on the phone),? )?";
const REALISES = "(?:(?:reali[sz]|remember)\\w{1,3} (?<realised>[^.,;]{3,60}?) and )?";
const MIND = "chang\\w{1,3} (?:his|her|their|its|your) minds?\\b(?:,? and \\w{3,9} )?";
const CORRECTS = "(?:chang|correct|switch|mov|swap|rais|increas|reduc|lower)\\w{0,4}\\b";
/** What follows is what it has to be. */
const FINDS =
  "(?:(?:(?:reali[sz]|remember)\\w{1,3}|notic(?:e[ds]|ing)|(?<=then )notice)(?: [a-z ]{3,20})?? (?:that (?:[^.,;]{3,40}? and (?=(?:there|they|it) (?:are|is|will|would)\\b))?|(?=(?:it|they|she|he)\\b))|decid\\w{1,3}(?: [a-z ]{3,20})?? that |finds (?:out )?that |(?<=then |but )says that (?=(?:it|they|there) (?:will|would|must|has to|have to|are|is)\\b)|(?<=then |but )only (?=(?:\\d{1,3}|[a-z]{3,6}) [a-z]{3,12} (?:is|are|can|will)\\b))";
/** Alone, they say that it shall be another way. */
const RATHER =
  "(?:would rather|needs|decides to (?:have|take)|(?:(?:the|her|his|their|my) \\w{2,12} (?:then )?)?can only (?:come|do|make))";
const TAKES =
  "(?:makes (?:it|that|them)|decides (?:on|for)|says (?:it|that) should be|(?:wants|takes|asks for|chooses|picks|prefers))";
/** One that changes, as far as its sentence goes, or to what the caller does besides. */
const CLAUSE = new RegExp(
  `(?<joined>${JOINED}${AT_READ_BACK}${REALISES})(?:(?<mind>${MIND})|(?<corrects>${CORRECTS})|(?<finds>${FINDS})|(?<takes>${TAKES}|${RATHER}))(?<rest>(?:(?!,? and\\b)[^.;,]){0,100})(?:, not [^.;,]{1,30})?`,
  "giu",
);
const IS_OTHER = new RegExp(`^(?:makes|says|${RATHER})`);
/** It is a change on the way only if the goal says so: "Wants to move it to Friday" is what the caller came for. */
const THEN = /\b(?:then|later|but|read|hearing|reali[sz]\w{1,3})\b/i;
const LATER = /\b(?:then|later|at the end|read)\b/i;
const ON_THE_WAY = /\b(?:at the (?:read-?back|end)|(?:before|when|while|after|once|as) \w+)\b.{0,60}$/i;
const INSTEAD = /\b(?:instead|rather than|after all|and not)\b.{0,60}$/i;
const AS_WELL = /\b(?:also|as well|too)\b/i;
/** "From 10:00 to 11:30": what it was. */
const FROM = /\bfrom [^.,;]{1,40}? (?=to )/i;

/** "Seven in the evening", "12 March" */
const IS_MOMENT = new RegExp(
  `^(?: in the | o'clock| ?[ap]\\.?m\\b|:\\d| (?:${MONTH_LETTERS.join("|")}))`,
  "i",
);
const NUMBER = /(?<=^|\b(?:to|for|be|is|really) |['’]s )(\d{1,6}|[a-z]{3,9})\b/gi;

type Value = string | number;

/** What a goal changes on the way. Two of them if it may be either: "to five". */
export interface SaidChange {
  readonly number?: number;
  /** A day or an hour, in words. */
  readonly moment?: string;
  /** The parameter that takes one of several values, and its new one. */
  readonly option?: { readonly name: string; readonly value: Value };
  /** The parameters that it may be about. Alone, the goal says no new value. */
  readonly any_of?: readonly string[];
}

/** A goal without the words that change something on the way, and what these say. */
export function withoutChange(
  written: string,
  tools: readonly AgentTool[] = [],
): { readonly goal: string } & SaidChange {
  const parameters = [...new Map(tools.flatMap(parametersOf).map((one) => [one.name, one])).values()];
  // Who takes Thursday in the end wants it on Thursday.
  const text = withColons(written.slice(0, LONGEST_GOAL)).replace(IN_THE_END, " on $2");
  for (const { 0: whole, index, groups = {} } of text.matchAll(CLAUSE)) {
    const { joined = "", realised = "", mind, corrects, finds, rest = "" } = groups;
    const before = text.slice(0, index);
    if (before.trim() === "") continue;
    const isOnTheWay = THEN.test(joined) || (corrects !== undefined && ON_THE_WAY.test(rest));
    const isSaidLater = LATER.test(joined) || ON_THE_WAY.test(rest);
    const isOther = corrects !== undefined || INSTEAD.test(rest) || IS_OTHER.test(groups["takes"] ?? "");
    const isChange = mind !== undefined || finds !== undefined || (isOnTheWay && isOther);
    if (!isChange && (!(isOnTheWay && isSaidLater) || AS_WELL.test(rest))) continue;
    const said = rest.replace(ON_THE_WAY, "").replace(INSTEAD, "").replace(FROM, "").trim();
    const change = changeIn(said, before, parameters);
    if (!change || !(isChange || isInsteadOf(before, change))) continue;
    const goal =
      before.replace(FIRST_SAYS, " with $1").replace(AT_FIRST, " ") + text.slice(index + whole.length);
    return { goal, ...change, ...(change.any_of && isMoment(realised) && { moment: realised }) };
  }
  return { goal: text };
}

/** Whether what it takes later is of the kind that the goal names before: large after medium, Wednesday after Tuesday. */
const isInsteadOf = (before: string, { option, moment }: SaidChange): boolean =>
  option !== undefined ||
  (moment !== undefined &&
    ((valuesIn(before, "date").length > 0 && hasDay(moment)) || [before, `at ${moment}`].every(hasHour)));

const hasHour = (text: string): boolean => hourInGoal(text) !== undefined;
const hasDay = (text: string): boolean => valuesIn(text, "date").length > 0 || hasBareDay(text);

function changeIn(
  said: string,
  before: string,
  parameters: readonly ToolParameter[],
): SaidChange | undefined {
  const option = optionIn(said, before, parameters);
  if (option) return { option };
  const length = lengthIn(said, before, parameters);
  if (length) return length;
  const stems = new Set(
    said
      .toLowerCase()
      .match(/[a-z]{3,20}/g)
      ?.map(stemOf),
  );
  const namesWith = (how: "every" | "some") =>
    parameters.flatMap(({ name }) =>
      wordsOf(name)
        .split(" ")
        [how]((word) => stems.has(stemOf(word)))
        ? [name]
        : [],
    );
  // "The return date" is the return date, and no other date.
  const whole = namesWith("every");
  const named = whole.length > 0 ? whole : namesWith("some");
  const number = numberIn(said);
  const plain = said
    .replace(/^.{0,40}?\bto /i, "")
    .replace(/^(?:it |that )?(?:on |at |for )?/i, "")
    .replace(/['’]s$/, "");
  const moment = hasHour(`at ${plain}`) ? inPartNamed(plain, before) : plain;
  if (number !== undefined || isMoment(moment))
    return {
      ...(number !== undefined && { number }),
      ...(isMoment(moment) && { moment }),
      ...(named.length > 0 && { any_of: named }),
    };
  const own = parameters.filter(({ path }) => path.length === 1).map(({ name }) => name);
  const any_of = /\bto \w/i.test(said) ? [] : said === "" ? own : named;
  return any_of.length > 0 ? { any_of } : undefined;
}

/** "To five", "that it has to be 30": undefined for an hour or a day. */
function numberIn(said: string): number | undefined {
  for (const { 0: match, 1: word = "", index } of said.matchAll(NUMBER)) {
    const number = numberOf(word.toLowerCase());
    if (number !== undefined) return IS_MOMENT.test(said.slice(index + match.length)) ? undefined : number;
  }
  return undefined;
}

const isMoment = (text: string): boolean => hasDay(text) || hasHour(`at ${text}`);

/** The parameter whose value the goal names before, and another value of it here. */
function optionIn(words: string, before: string, parameters: readonly ToolParameter[]): SaidChange["option"] {
  const found = parameters.flatMap(({ name, options = [] }) => {
    const [old, value] = [optionInGoal(before, options), optionInGoal(words, options)];
    return old === undefined || value === undefined || old === value ? [] : [{ name, value }];
  });
  if (found.length === 1) return found[0];
  // "Corrects the destination to Nottingham", where the origin takes the same values.
  const stems = stemsIn(words);
  const [only, ...others] = found.filter(({ name }) => includesRun(stems, stemsIn(wordsOf(name))));
  return others.length === 0 ? only : undefined;
}

/** The numbers that take how long it is, and what it is here if the goal names another length before: "a whole week". */
function lengthIn(
  words: string,
  before: string,
  parameters: readonly ToolParameter[],
): Pick<SaidChange, "number" | "any_of"> | undefined {
  const found = parameters.flatMap((parameter) => {
    if (parameter.type === "string") return [];
    const unit = withUnit(wordsOf(parameter.name), parameter);
    const [old, number] = [lengthInGoal(before, unit), lengthInGoal(`for ${words}`, unit)];
    return old === undefined || number === undefined || old === number
      ? []
      : [{ name: parameter.name, number }];
  });
  const [number, ...others] = new Set(found.map((one) => one.number));
  return number === undefined || others.length > 0
    ? undefined
    : { number, any_of: found.map(({ name }) => name) };
}
