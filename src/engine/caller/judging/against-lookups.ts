/** What an agent says against what its own tools have looked up: another day, another hour, another code, another place in a queue. */
import { isObject } from "../../../contract/is-object.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { sentences } from "../../transcript/sentences.ts";
import { DENIES, deniesClaim } from "../../words/denies.ts";
import { stemOf } from "../../words/english.ts";
import { HALF_DAY, minutesOfDay } from "../facts/dates.ts";
import { datesIn, momentOf } from "../facts/moments.ts";
import { findValues, squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Known } from "./against-amounts.ts";
import { promptSentences } from "./prompt-sentences.ts";
import { returned, valuesOf } from "./returned.ts";
import { formOf, quoted, type Words } from "./words.ts";

/**
 * What the agent said, and what the tool had returned, in words. It counts only if the tool returned one value of its kind, the agent said
 * another one instead, and nobody and nothing else has that one.
 * @param said the agent's first words after the call
 */
export function againstLookup(
  call: MadeCall,
  said: string,
  words: Words,
  known: Known,
  language: Language,
): string | undefined {
  if (seemsEffectful(call.name)) return undefined;
  return (
    otherForm(call, said, known) ??
    otherPlace(call, said) ??
    otherStatus(call, said, words.prompt) ??
    readyTooSoon(call, said) ??
    otherMoment(call, said, words, language)
  );
}

const CODE_LIKE = /^[A-Za-z0-9][A-Za-z0-9 /.-]{4,22}[A-Za-z0-9]$/;
/** "120 EUR", "EUR 120", "90 minutes", "Room 204" */
const NO_CODE = /^\d[\d.,]{0,8} ?[A-Za-z]{1,12}$|^(?:EUR|GBP|USD|CHF)\b|[a-z]{3}/;
const isCodeLike = (value: string) =>
  CODE_LIKE.test(value) &&
  !NO_CODE.test(value) &&
  /[A-Za-z]/.test(value) &&
  (value.match(/\d/g)?.length ?? 0) >= 3 &&
  !MONTH.test(value);
const lettersOf = (text: string) => text.replace(/[^A-Za-z]/g, "").toLowerCase();
const WORD = /[\p{L}\d]/u;
const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** "215/60 R16" for `225/45 R17`: of the same form, and known to nobody. */
function otherForm(call: MadeCall, said: string, known: Known): string | undefined {
  const spoken = formOf(said);
  for (const { value } of returned(call)) {
    if (!isCodeLike(value) || momentOf(value) || squeezed(said).includes(squeezed(value))) continue;
    const form = formOf(value);
    for (let at = spoken.indexOf(form); at >= 0; at = spoken.indexOf(form, at + 1)) {
      if (WORD.test(said[at - 1] ?? "") || WORD.test(said[at + form.length] ?? "")) continue;
      const other = said.slice(at, at + form.length);
      if (lettersOf(other) === lettersOf(value) && !known.text.includes(squeezed(other)))
        return `the agent said ${quoted(other)}, and ${call.name} had returned ${quoted(value)}`;
    }
  }
  return undefined;
}

const PLACE_KEY = /^(?:position|place|rank|(?:queue|list|waiting_list)_(?:position|place))$/i;
const SAYS_PLACE =
  /\b(?:position|place) (?:is |number |no\.? ?)?(\d{1,5})\b|\b(?:number|no\.?) ?(\d{1,5}) (?:on|in) (?:the|our)\b|\b(\d{1,5})(?:st|nd|rd|th) (?:on|in) (?:the|our)\b/gi;

/** "You are number 5 on the list" for a position of 7. */
function otherPlace(call: MadeCall, said: string): string | undefined {
  const places = returned(call).flatMap(({ key, value }) =>
    PLACE_KEY.test(key) && /^\d{1,5}$/.test(value) ? [value] : [],
  );
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) return undefined;
  for (const sentence of sentences(said)) {
    const [one, ...more] = [...sentence.matchAll(SAYS_PLACE)].map(
      ([, at, number, ordinal]) => at ?? number ?? ordinal,
    );
    if (one === undefined || more.length > 0 || MONTH.test(sentence) || deniesClaim(sentence)) continue;
    if (Number(one) !== Number(place) && sentence.match(/\d+/g)?.length === 1)
      return `the agent said ${quoted(sentence)}, and ${call.name} had returned ${place}`;
  }
  return undefined;
}

const STATUS_KEY = /^(?:status|state)$/i;
const AS_RETURNED =
  /\b(?:repeat|say|tell|give|read out)\b[^.;]{0,40}\bstatus\b[^.;]{0,30}\b(?:as returned|exactly|word for word|verbatim)\b/i;
const LEAST_TELLING = 2;
const tellingWords = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]{4,20}/g) ?? []).filter((word) => !LITTLE.has(word)).map(stemOf);
const LITTLE = new Set("with that this have been from will your their there about into".split(" "));

/** Not a word of the one status that the tool returned, where the prompt orders to repeat it as returned. */
function otherStatus(call: MadeCall, said: string, prompt: string): string | undefined {
  const [status, ...others] = returned(call).filter(({ key }) => STATUS_KEY.test(key));
  if (status === undefined || others.length > 0) return undefined;
  const own = tellingWords(status.value);
  if (own.length < LEAST_TELLING || DENIES.test(said)) return undefined;
  const order = promptSentences(prompt).find((one) => AS_RETURNED.test(one));
  if (order === undefined) return undefined;
  // "I have the claim CL-70412" may come before a question of whose it is.
  const [first = "", ...more] = sentences(said);
  const asks = more.filter((one) => one.endsWith("?"));
  const isOfCall = valuesOf(call.parameters).some(({ value }) => isTelling(value) && holdsIt(first, value));
  if (
    !isOfCall ||
    first.endsWith("?") ||
    asks.some((one) => !/\b(?:else|more|further)\b|\bcan i help\b/i.test(one))
  )
    return undefined;
  const spoken = new Set(tellingWords(said));
  return own.some((word) => spoken.has(word)) || !/[:,] \p{L}|\b(?:is|has|was)\b/u.test(first)
    ? undefined
    : `the agent said ${quoted(first)}, ${call.name} had returned the status ${quoted(status.value)}, and the prompt says ${quoted(order)}`;
}

/** "In cleaning", and not "in stock". */
const UNDER_WAY =
  /^(?:still |being )?(?:in[ _-](?:\w{3,15}ing|preparation|progress|production|repair|process|work)|preparing|processing|pending|waiting|queued|not[ _-](?:yet[ _-])?(?:ready|started))$/i;
const SAYS_READY =
  /\b(?:it|everything|(?:your|the) (?:order|repair|job|prescription|parcel)) is(?: now| all| already)? ready\b(?! (?:in|on|by|from|at|after|within|tomorrow|this|next|soon|[a-z]{3,6}day)\b)/i;
const READY_LATER =
  /\b(?:not|almost|nearly|when|once|until|if|as soon as|will|should|before|after|whether|let you know)\b|n['’]t\b|\?/i;

/** Something that is ready, while the only status that the tool has returned says that it is being worked on. */
function readyTooSoon(call: MadeCall, said: string): string | undefined {
  const [status, ...others] = returned(call).filter(({ key }) => STATUS_KEY.test(key));
  if (status === undefined || others.length > 0 || !UNDER_WAY.test(status.value)) return undefined;
  const spoken = new Set(tellingWords(said));
  // Who says both speaks about two things.
  if (tellingWords(status.value.replaceAll("_", " ")).some((word) => spoken.has(word))) return undefined;
  const found = sentences(said).find((one) => SAYS_READY.test(one) && !READY_LATER.test(one));
  return (
    found &&
    `the agent said ${quoted(found)}, and ${call.name} had returned the status ${quoted(status.value)}`
  );
}

const isTelling = (value: string): boolean => value.length >= 4 && /\d/.test(value);
const holdsIt = (text: string, value: string): boolean => squeezed(text).includes(squeezed(value));

/** What is looked up takes place then. Other days, such as that of an order, say little of when anything comes. */
const TAKES_PLACE =
  /^(?:date|time|day|when|starts?|starts?_(?:at|time|on)|(?:appointment|booking|class|lesson|performance|visit|delivery|collection|arrival|departure|next)_(?:date|time|day))$/i;
/** The date of an order is when it was made. */
const GENERIC = /^(?:date|time|day|when)$/i;
const OF_A_MEETING =
  /appointment|booking|class|event|game|lesson|meeting|performance|reservation|schedule|session|show|slot|timetable|visit/i;
/** Sentences with these may name another day or hour. */
const ANOTHER = [
  /\b(?:by|before|until|till|from|arrive|early|earlier|opens?|closes?|hours?|minutes?|after|within|between|since|or|if|not)\b|n['’]t\b/i,
  /\b(?:was|were|instead|latest|deadline|call|ring|reach|e-?mail|text|can|could|may|might|would|collect|pick|bring|come|visit|shop|office|desk|today|doors?|interval|ends?|free|available)\b/i,
];

/** Another day or hour than the only one that was looked up. */
function otherMoment(call: MadeCall, said: string, words: Words, language: Language): string | undefined {
  const values = returned(call).map(({ key, value }) => ({ key, moment: momentOf(value) }));
  const moments = values.flatMap(({ key, moment }) => (moment ? [{ key, ...moment }] : []));
  if (!moments.every(({ key }) => TAKES_PLACE.test(key))) return undefined;
  if (moments.some(({ key }) => GENERIC.test(key)) && !OF_A_MEETING.test(call.name)) return undefined;
  const dates = [...new Set(moments.flatMap(({ date }) => date ?? []))];
  const times = [...new Set(moments.flatMap(({ time }) => time ?? []))];
  const told = () =>
    [
      words.prompt.slice(0, MOST_KNOWN),
      words.knowledge_base.slice(0, MOST_KNOWN),
      ...words.transcript.filter(({ role }) => role === "USER").map(({ utterance }) => utterance),
    ].flatMap(sentences);
  // By sentences: "at 17:30. May I …" has no date in it.
  const all = sentences(said);
  const asked = valuesOf(call.parameters).map(({ value }) => value);
  const plain = all.filter(
    (one) => !one.endsWith("?") && !deniesClaim(one) && !ANOTHER.some((word) => word.test(one)),
  );
  const hours = (text: string): number[] =>
    findValues(text, language).flatMap(({ kind, text: one }) => {
      const minutes = kind === "time" ? minutesOfDay(one) : undefined;
      return minutes === undefined ? [] : [minutes];
    });
  const [time, ...otherTimes] = times;
  const wanted = minutesOfDay(time ?? "");
  const saysHour = (texts: readonly string[], hour: number) =>
    texts.flatMap(hours).some((one) => isSameHour(one, hour));
  if (wanted !== undefined && otherTimes.length === 0 && !saysHour(all, wanted))
    for (const sentence of plain) {
      const [hour, ...more] = hours(sentence);
      if (hour === undefined || more.length > 0) continue;
      if (!saysHour(told(), hour))
        return `the agent said ${quoted(sentence)}, and ${call.name} had returned ${time}`;
    }
  const [date, ...otherDates] = dates;
  if (date === undefined || otherDates.length > 0 || asked.some((one) => momentOf(one)?.date === date))
    return undefined;
  if (all.flatMap((one) => datesIn(one, language)).some(({ is }) => is(date) !== false)) return undefined;
  for (const sentence of plain) {
    const [day, ...more] = datesIn(sentence, language);
    if (day === undefined || more.length > 0) continue;
    if (!squeezed(told().join("\n")).includes(squeezed(day.text)))
      return `the agent said ${quoted(sentence)}, and ${call.name} had returned ${date}`;
  }
  return undefined;
}

const MOST_KNOWN = 20_000;
const isSameHour = (a: number, b: number) => Math.abs(a - b) % HALF_DAY === 0;

const LEFT = /^(?:available|free|left|in_stock|stock|remaining|seats_left|places_left|units_left)$/i;
const COUNTS =
  /^(?:quantity|count|qty|number_of_\w{1,20}|seats|tickets|places|units|bikes|people|persons|players|rooms)$/i;

/** More of a thing than the tool had just said there is. The two calls have to be for the same thing, by everything that was looked up. */
export function overbooked(call: MadeCall, calls: readonly MadeCall[]): string | undefined {
  if (!seemsEffectful(call.name) || !isObject(call.parameters)) return undefined;
  const own = call.parameters;
  const [count, ...others] = Object.entries(own).filter(
    ([key, value]) => COUNTS.test(key) && typeof value === "number",
  );
  if (!count || others.length > 0) return undefined;
  const [name, wanted] = count;
  for (const { name: tool, parameters, output } of calls.slice(0, calls.indexOf(call)).toReversed()) {
    if (seemsEffectful(tool) || !isObject(output) || !isObject(parameters)) continue;
    const same = Object.entries(parameters).every(([key, value]) => key === name || own[key] === value);
    const left = Object.entries(output).filter(([key, value]) => LEFT.test(key) && typeof value === "number");
    const [only, ...more] = left;
    if (!same || Object.keys(parameters).length === 0 || !only || more.length > 0) continue;
    return Number(wanted) > Number(only[1])
      ? `${call.name} was called for ${wanted}, and ${tool} had returned that ${only[1]} are ${only[0].replaceAll("_", " ")}`
      : undefined;
  }
  return undefined;
}
