/** What a call of the errand's tool proves against the agent by itself, whatever the caller's facts are. */
import { type Fields, isObject } from "../../../contract/is-object.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { fold, mentions } from "../../transcript/fold.ts";
import type { Errand } from "../errand.ts";
import { HALF_DAY, minutesOfDay } from "../facts/dates.ts";
import { momentOf, saysDate } from "../facts/moments.ts";
import { findValues } from "../facts/values.ts";
import { hear } from "../hearing/hear.ts";
import { optionsIn } from "../hearing/menu.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Contradiction } from "../state.ts";
import { isBareYes } from "../understanding/read-back.ts";
import { type Said, WINDOW, wordsOfCaller } from "../understanding/understood.ts";
import { valuesOf } from "./returned.ts";

const MOST_OBJECTS = 500;
const DEPTH = 6;

/**
 * What the agent has called for instead of what was agreed on: it found several things, the caller chose one of them in its own words, or
 * said yes and nothing else, the agent read that one back, and called with the id of another.
 * @param earlier what the agent has called before
 */
export function choiceAgainst(
  call: MadeCall,
  earlier: readonly MadeCall[],
  transcript: readonly Said[],
  language: Language,
): Contradiction | undefined {
  const before = call.arrival;
  if (before === null || before === undefined) return undefined;
  const heard = transcript.slice(0, Math.ceil(before));
  const at = heard.findLastIndex(({ role }) => role === "AGENT");
  const readBack = heard[at]?.utterance ?? "";
  const isAgreed = isBareYes(wordsOfCaller(heard.slice(at + 1)), language);
  const chosen = heard.flatMap(({ role, utterance }) => (role === "USER" ? [utterance] : [])).join("\n");
  const ids = Object.values(call.parameters ?? {}).filter(
    (value) => typeof value === "string" && value !== "",
  );
  const lists = earlier.flatMap((from) => listsIn(from.output).map((list) => ({ from, list })));
  for (const { from, list } of lists) {
    const item = list.find((one) => ids.includes(idOf(one)));
    if (!item || list.filter((one) => idOf(one) === idOf(item)).length > 1) continue;
    for (const [label, value] of Object.entries(item)) {
      if (ids.includes(value) || !isTelling(value)) continue;
      const said = (text: string, one: unknown) => isTelling(one) && says(text, String(one), language);
      if (said(readBack, value) || said(chosen, value)) continue;
      const [first, ...others] = list.filter((one) => said(readBack, one[label]));
      // "Your 19:30 tickets" are what the agent has found elsewhere.
      const isElsewhere = earlier.some((one) => one !== from && holds(one.output, first?.[label]));
      const other =
        list.find((one) => said(readBack, one[label]) && said(chosen, one[label])) ??
        (isAgreed && others.length === 0 && !isElsewhere ? first : undefined);
      if (other)
        return { label: label.replaceAll("_", " "), wanted: String(other[label]), said: String(value) };
    }
  }
  return undefined;
}

const holds = (output: unknown, value: unknown): boolean =>
  JSON.stringify(output ?? "").includes(JSON.stringify(value ?? ""));

/** What names an object itself, and not something that it is about: the first of its ids. */
function idOf(one: Fields): unknown {
  const key = Object.keys(one).find((name) => /(?:^|_)(?:id|code|ref|reference|number)$|Id$/.test(name));
  return key === undefined ? undefined : one[key];
}

const isTelling = (value: unknown): value is string => typeof value === "string" && value.length > 2;

/** The lists of at least two objects in what a tool returned. */
function listsIn(output: unknown, depth = 0): Fields[][] {
  if (depth > DEPTH) return [];
  if (Array.isArray(output)) {
    const objects = output.slice(0, MOST_OBJECTS).filter((one): one is Fields => isObject(one));
    return [...(objects.length > 1 ? [objects] : []), ...objects.flatMap((one) => listsIn(one, depth + 1))];
  }
  return isObject(output) ? Object.values(output).flatMap((inner) => listsIn(inner, depth + 1)) : [];
}

/** Whether a text says a value of a list: a day, an hour, a window of hours, a name. */
function says(text: string, value: string, language: Language): boolean {
  const { date, time } = momentOf(value) ?? {};
  const hours = WINDOW.exec(value)?.slice(1) ?? (time === undefined ? [] : [time]);
  if (date !== undefined && !saysDate(text, date, language)) return false;
  if (hours.length > 0) {
    const times = findValues(text, language).flatMap(({ kind, text: one }) =>
      kind === "time" ? (minutesOfDay(one) ?? []) : [],
    );
    return hours.every((hour) => {
      const minutes = minutesOfDay(hour.includes(":") ? hour : `${hour}:00`);
      return minutes !== undefined && times.some((one) => one % HALF_DAY === minutes % HALF_DAY);
    });
  }
  return date !== undefined || mentions(fold(text), [fold(value.replaceAll("_", " "))]);
}

/** "6:45" and "18:45" are the same without the "pm". */

const BEGINS =
  /^(?:add|book|charge|confirm|create|enrol|file|leave|log|make|open|order|pay|place|register|request|reserve|schedule|send|submit|take|transfer)/i;

/** Whether the agent has done the same twice at once, so that there are two of it. */
export function isDoneTwice(tool: string, made: readonly MadeCall[]): boolean {
  if (!BEGINS.test(tool) || !seemsEffectful(tool)) return false;
  const turns = made.map(({ parameters, arrival }) =>
    typeof arrival === "number" ? `${Math.floor(arrival)} ${JSON.stringify(parameters)}` : undefined,
  );
  return turns.some((turn, place) => turn !== undefined && turns.indexOf(turn) !== place);
}

const AFTER_YES =
  /\b(?:after|once|when|until|unless)\b[^.]{0,60}\b(?:confirm\w{0,5}|agree[sd]?|approve[sd]?|consent\w{0,3}|sa(?:id|ys) yes)\b/i;
const YES =
  /\b(?:yes|yeah|yep|sure|correct|right|fine|okay|ok|please|go ahead|good|great|perfect|agreed?|confirm\w{0,3})\b/i;

/** What is to be agreed to is all that the agent reads back, or the sum. */
const OF_ALL = /\b(?:read[- ]?back|summary|total|everything|details)\b/i;
/** Who says yes to so long a message may agree to what it reads back. */
const LONG = 80;

/**
 * The sentence of a tool's definition that demands the caller's yes, if the tool was called before the caller has said anything like it. A yes
 * to "Do you hold a licence?" agrees to no read-back.
 */
export function calledBeforeYes(
  { description = "" }: Pick<Errand, "description">,
  { arrival, parameters }: MadeCall,
  transcript: readonly Said[],
  language: Language,
): string | undefined {
  const demand = description
    .slice(0, 1_000)
    .split(/(?<=\.)\s/)
    .find((sentence) => AFTER_YES.test(sentence));
  if (demand === undefined || typeof arrival !== "number") return undefined;
  const heard = transcript.slice(0, Math.ceil(arrival));
  const values = valuesOf(parameters ?? {}).flatMap(({ value }) => (value.length > 2 ? [value] : []));
  const asksElse = (text: string) => {
    const { check, proceed, asking, wh } = hear(text, language);
    if (language.code !== "en" || asking.length === 0 || check || proceed || text.length >= LONG)
      return false;
    const read = values.filter((value) => says(text, value, language));
    return wh || read.length < 2 || optionsIn(asking.at(-1) ?? "", language).length > 1;
  };
  // The first words say what the caller wants. A yes to anything later may have been meant for this.
  const [, ...said] = heard.flatMap(({ role, utterance }, at) =>
    role === "USER" ? [{ utterance, asked: heard[at - 1]?.utterance ?? "" }] : [],
  );
  const agrees = said.some(
    ({ utterance, asked }) => YES.test(utterance) && !(OF_ALL.test(demand) && asksElse(asked)),
  );
  return said.length > 0 && !agrees ? demand.trim() : undefined;
}

/** What such a tool makes is not final yet. */
const PROVISIONAL =
  /\b(?:pending|hold|held|draft|quote|tentative|provisional|unconfirmed|option)\b|requires?_|needs?_/i;
const OF_NO_ACCOUNT = /check|draft|hold|prepare|preview|quote|simulate|start|validate|verify/i;
const ASKS_MORE =
  /\b(?:also|another|else|as well|add|remind\w{0,3}|e-?mail|text|sms|send|sent|copy|receipt|instead|other)\b/;
const REPORTS = /\b(?:\w{3,12}ed|done|all set|in place|made|sent|under way|on (?:its|the) way)\b/;

/**
 * The agent's question whether to do what it has done already: it called the tool, then read everything back, asked for the caller's yes, and
 * did nothing after that yes. Undefined if it said anything that may tell of the deed.
 * @param all what the agent has called, also after it
 */
export function askedAfter(
  call: MadeCall,
  all: readonly MadeCall[],
  transcript: readonly Said[],
  language: Language,
): string | undefined {
  const { name, parameters, output, arrival } = call;
  if (language.code !== "en" || typeof arrival !== "number" || !seemsEffectful(name)) return undefined;
  if (OF_NO_ACCOUNT.test(name) || PROVISIONAL.test(JSON.stringify(output ?? "").replaceAll("_", " ")))
    return undefined;
  // What is called after the yes may be the deed itself.
  if (all.slice(all.indexOf(call) + 1).some((one) => seemsEffectful(one.name))) return undefined;
  const at = Math.ceil(arrival);
  const [asking, answer, ...later] = transcript.slice(at);
  if (asking?.role !== "AGENT" || answer?.role !== "USER" || !YES.test(answer.utterance)) return undefined;
  if (!later.some(({ role }) => role === "AGENT")) return undefined;
  const { done, proceed, check, asking: questions, closing, more } = hear(asking.utterance, language);
  const [question] = questions;
  if (done || closing || more || !(proceed || check) || questions.length !== 1 || question === undefined)
    return undefined;
  const statements = fold(asking.utterance.replace(question, " "));
  if (REPORTS.test(statements) || ASKS_MORE.test(fold(question))) return undefined;
  const values = Object.values(parameters ?? {})
    .map(String)
    .filter((value) => value.length > 2);
  const repeated = values.filter((value) => says(asking.utterance, value, language));
  const returned = isObject(output) ? Object.values(output).filter(isTelling) : [];
  const tells = returned.some((value) => !values.includes(value) && says(asking.utterance, value, language));
  return repeated.length > 0 && !tells ? question : undefined;
}
