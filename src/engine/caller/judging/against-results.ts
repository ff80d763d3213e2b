/** What an agent says against what its own tools have just returned: another reference, another total, another hour. */
import { isObject } from "../../../contract/is-object.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { isErrorOutput } from "../../metrics/tools/failed-call.ts";
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { deniesClaim } from "../../words/denies.ts";
import { HALF_DAY, minutesOfDay } from "../facts/dates.ts";
import { datesIn, momentOf } from "../facts/moments.ts";
import { findValues, squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { type Said, saysOtherWindow, WINDOW } from "../understanding/understood.ts";
import { agreedAmount, amountAgainst, feeAgainst, type Known, numbersIn } from "./against-amounts.ts";
import { otherNamedDate } from "./against-dates.ts";
import { againstLookup, overbooked } from "./against-lookups.ts";
import { otherRefund } from "./against-refunds.ts";
import { returned, valuesOf } from "./returned.ts";
import { isAny, quoted, type Words } from "./words.ts";

const LONGEST = 2_000;

/** What the agent said, and what its tool returned, in words. Undefined if nothing is proved. */
export function againstResults(
  calls: readonly MadeCall[],
  words: Words,
  language: Language,
): string | undefined {
  if (language.code !== "en") return undefined;
  const made = calls.filter(
    ({ output, arrival }) => typeof arrival === "number" && !isErrorOutput(output, true),
  );
  if (made.length === 0) return undefined;
  const answers = new Map(made.map((call) => [call, answerTo(call, words.transcript)]));
  const shared = new Map<string | undefined, number>();
  for (const answer of answers.values()) shared.set(answer, (shared.get(answer) ?? 0) + 1);
  const known = knownOf(calls, words);
  for (const call of made) {
    const said = answers.get(call);
    const over = overbooked(call, made);
    if (over) return over;
    if (said === undefined) continue;
    // Two calls of one turn may share one answer.
    const isOnly = shared.get(said) === 1;
    const found =
      otherCode(call, words.transcript, known) ??
      (isOnly
        ? (amountAgainst(call, said, known, words.prompt) ??
          otherDuration(call, said, words) ??
          againstLookup(call, said, words, known, language) ??
          otherNamedDate(call, calls, said, known, language) ??
          otherRefund(call, said) ??
          otherMoment(call, said, language))
        : undefined) ??
      agreedAmount(call, words.transcript, known, words.prompt, language) ??
      feeAgainst(call, words.transcript, words.prompt, language);
    if (found) return found;
  }
  return undefined;
}

/** The agent's first words after a call. */
const answerTo = ({ arrival }: MadeCall, transcript: readonly Said[]): string | undefined => {
  const said = transcript[Math.ceil(arrival ?? 0)];
  return said?.role === "AGENT" ? clean(said.utterance).slice(0, LONGEST) : undefined;
};

function knownOf(calls: readonly MadeCall[], { prompt, knowledge_base, transcript }: Words): Known {
  const text = [
    prompt,
    knowledge_base,
    ...calls.map(({ parameters, output }) => JSON.stringify([parameters, output])),
    ...transcript.flatMap(({ role, utterance }) => (role === "USER" ? [utterance] : [])),
  ].join("\n");
  return { text: squeezed(text), numbers: numbersIn(text) };
}

const NAMES_CODE =
  /(?:^|_)(?:ref|reference|confirmation|number|no|code|id|appointment|booking|case|claim|job|order|report|reservation|ticket|visit)$|(?:Id|Ref|Reference|Number|Code)$/;
const CODE = /^[A-Za-z]{1,6}[-_ ]?(?=[A-Za-z0-9-]*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;
const SAYS_CODE = /\b(?:reference|ref|confirmation|number|code|id)\b|#/i;
/** "Booking C7719", "filed under CL-55129" */
const BESIDE_CODE =
  /\b(?:appointment|booking|case|claim|job|order|report|reservation|ticket|under|visit) [A-Z]{1,4}-?\d{3,10}\b/i;
const WITH_LETTERS = /^[A-Z]{2,4}-\d{3,10}$/;
/** "Your booking reference is GN5J2" */
const NAMES_REFERENCE =
  /\b[Yy]our (?:booking |order |claim |reservation |confirmation )?(?:reference|code)(?: number| code)? is (?=[A-Z\d-]{0,9}\d)([A-Z][A-Z\d-]{3,9})\b/;
const isSaidIn = (transcript: readonly Said[], code: string): boolean =>
  transcript.some(({ utterance }) => squeezed(utterance).includes(squeezed(code)));
const SHORTEST_CODE = 4;
const formOf = (code: string) => code.replace(/\d+/g, "9").replace(/[a-z]/g, "A");

/** A code of the same form as the one that a deed has returned, which nothing else has either. */
function otherCode(call: MadeCall, transcript: readonly Said[], known: Known): string | undefined {
  if (!seemsEffectful(call.name)) return undefined;
  const codes = returned(call).flatMap(({ key, value }) =>
    NAMES_CODE.test(key) && CODE.test(value) && value.length >= SHORTEST_CODE ? [value] : [],
  );
  for (const { role, utterance } of transcript.slice(Math.ceil(call.arrival ?? 0))) {
    if (role !== "AGENT") continue;
    const text = clean(utterance).slice(0, LONGEST);
    const isNamed = SAYS_CODE.test(text) || BESIDE_CODE.test(text);
    const said = text.split(/[^A-Za-z0-9-]+/).map((word) => word.replace(/^-+|-+$/g, ""));
    for (const code of codes) {
      if (squeezed(text).includes(squeezed(code))) continue;
      const isFree = (word: string) => CODE.test(word) && !known.text.includes(squeezed(word));
      const named = codes.length === 1 ? (NAMES_REFERENCE.exec(text)?.[1] ?? "") : "";
      const other =
        isNamed || WITH_LETTERS.test(code)
          ? (said.find((word) => isFree(word) && formOf(word) === formOf(code)) ??
            (isFree(named) && !isSaidIn(transcript, code) ? named : undefined))
          : undefined;
      if (other !== undefined)
        return `the agent said ${quoted(other)}, and ${call.name} had returned ${quoted(code)}`;
    }
  }
  return undefined;
}

const LASTS = /(?:^|_)(minutes?|mins?|hours?|days?|weeks?)$|(Minutes|Hours|Days|Weeks)$/;
const AWAITED = /eta|wait|duration|estimat|arriv|ready/i;
const SAYS_WHEN = /\b(?:there|arriv\w{1,3}|comes?|coming|ready|takes?|lasts?|wait)\b/i;
const SAYS_HOW_LONG = /(?<![\d.,:–-])(\d{1,4})(?! ?[-–]) (minute|hour|day|week)s?\b/g;
const ABOUT =
  /\b(?:about|around|between|or|at least|at most|up to|before|after|early|earlier|late|notice|per|every|each|half)\b/i;

/** Another number of minutes, hours, or days than the only one that the tool has returned. */
function otherDuration(
  call: MadeCall,
  said: string,
  { prompt, knowledge_base, transcript }: Words,
): string | undefined {
  const lasting = returned(call).flatMap(({ key, value }) => {
    const [, unit, camel] = LASTS.exec(key) ?? [];
    const name = (unit ?? camel)?.toLowerCase().replace(/s$/, "").replace(/^min$/, "minute");
    return name !== undefined && AWAITED.test(key) && /^\d{1,4}$/.test(value) && Number(value) > 0
      ? [{ unit: name, number: Number(value) }]
      : [];
  });
  const [only, ...others] = lasting;
  if (!only || others.length > 0) return undefined;
  const told = transcript.flatMap(({ role, utterance }) => (role === "USER" ? [utterance] : []));
  const known = new Set(
    [...[prompt, knowledge_base, ...told].join("\n").matchAll(SAYS_HOW_LONG)].map(
      ([, number, unit]) => `${number} ${unit}`,
    ),
  );
  for (const sentence of sentences(said)) {
    const [length, ...more] = [...sentence.matchAll(SAYS_HOW_LONG)];
    const [, number, unit] = length ?? [];
    if (
      unit !== only.unit ||
      more.length > 0 ||
      deniesClaim(sentence) ||
      ABOUT.test(sentence) ||
      !SAYS_WHEN.test(sentence)
    )
      continue;
    const isTrue = /\b(?:within|less than)\b/i.test(sentence)
      ? Number(number) >= only.number
      : Number(number) === only.number;
    if (!isTrue && !known.has(`${number} ${unit}`))
      return `the agent said ${quoted(sentence)}, and ${call.name} had returned ${only.number} ${only.unit}s`;
  }
  return undefined;
}

const REPORTS = [
  /\b(?:booked|ordered|reserved|scheduled|rescheduled|moved|confirmed|arranged|all set|in the (?:diary|book|calendar)|down for|booking is|appointment is|reservation is|see you|expect(?:ing)? you)\b/i,
  /\bnow (?:comes|arrives|starts|is)\b/i,
  /\b(?:move|moving|visit|lesson|place) (?:on|for) [^.?!]{3,40} (?:has been|is) (?:registered|entered|noted)\b/i,
];
/** The hour or the day that such a sentence names may be another one than the deed's. */
const OTHER_MOMENT = [
  /\b(?:by|before|until|till|from|arrive|early|earlier|opens?|closes?|hours?|minutes?|remind\w{0,4}|call\w{0,3}|ring|text|e-?mail\w{0,2}|deadline|latest|after|within)\b/i,
  /\b(?:was|instead|not|cancel\w{0,6}|check(?:ed)?[- ](?:in|out)|ready|ends?|finish\w{0,3}|back|return\w{0,3}|due|valid|expires?|or|if)\b/i,
];
/** "Booked. Appointment 7, Tuesday at 10:00." reports as one. */
const SHORT_REPORT = /^(?:all )?(?:booked|done|ordered|reserved|moved|rescheduled|confirmed|scheduled)[.!]$/i;
const withShort = (all: readonly string[]): string[] =>
  all.flatMap((sentence, place) =>
    SHORT_REPORT.test(all[place - 1] ?? "") && !ADDS_ANOTHER.test(sentence)
      ? [`${all[place - 1]} ${sentence}`]
      : [sentence],
  );
/** It may tell when to be there, or when somebody calls. */
const ADDS_ANOTHER =
  /\b(?:(?:please|be(?:en)?|com(?:es?|ing)|we|ours?|they)\b|your? (?!(?:booking )?(?:code|number|reference) is\b))/i;
/** It says how long, and not when. */
const HOW_LONG = /\bfor (?:\d{1,2}|an?|one|two|three|four) hours?\b/gi;
/** Nobody comes on the day on which they were born. */
const OF_BIRTH = /birth|born|(?:^|_)dob(?:_|$)/i;
const HOUR_KEY = /^(?:start_?)?hour$/i;
const MOMENT_KEY = /time|date|day|start|slot|when|^at$|_at$|from|begin/i;

/** Another day or hour than the only one that the deed has, in a sentence that reports it. */
function otherMoment(call: MadeCall, said: string, language: Language): string | undefined {
  if (!seemsEffectful(call.name)) return undefined;
  const own = isObject(call.parameters) ? valuesOf(call.parameters) : [];
  const values = [...own, ...returned(call)].flatMap(({ key, value }) =>
    /^\d+(?:\.\d+)?$/.test(value) || OF_BIRTH.test(key) ? [] : [{ key, value, moment: momentOf(value) }],
  );
  // What is written in another way may be an hour, too.
  if (
    values.some(
      ({ key, value, moment }) =>
        !moment && !WINDOW.test(value) && MOMENT_KEY.test(key) && !/_?id$/i.test(key) && /\d/.test(value),
    )
  )
    return undefined;
  const dates = [...new Set(values.flatMap(({ moment }) => moment?.date ?? []))];
  const hours = own.flatMap(({ key, value }) =>
    HOUR_KEY.test(key) && /^\d{1,2}$/.test(value) ? [`${value.padStart(2, "0")}:00`] : [],
  );
  const times = [...new Set([...values.flatMap(({ moment }) => moment?.time ?? []), ...hours])];
  const windows = values.filter(({ value }) => WINDOW.test(value)).map(({ value }) => value);
  for (const whole of withShort(sentences(said))) {
    const sentence = whole.replace(HOW_LONG, " ");
    if (!isAny(REPORTS, sentence) || isAny(OTHER_MOMENT, sentence) || sentence.endsWith("?")) continue;
    if (deniesClaim(sentence)) continue;
    const [window, ...otherWindows] = new Set(windows);
    if (window !== undefined && otherWindows.length === 0 && saysOtherWindow(sentence, window))
      return `the agent said ${quoted(whole)}, and ${call.name} was called for ${window}`;
    const [time, ...laterTimes] = times;
    const spoken = findValues(sentence, language).filter(({ kind }) => kind === "time");
    if (time !== undefined && laterTimes.length === 0 && spoken.length === 1) {
      const [wanted, given] = [minutesOfDay(time), minutesOfDay(spoken[0]?.text ?? "")];
      if (wanted !== undefined && given !== undefined && Math.abs(wanted - given) % HALF_DAY !== 0)
        return `the agent said ${quoted(whole)}, and ${call.name} was called for ${time}`;
    }
    const [date, ...laterDates] = dates;
    const days = datesIn(sentence, language);
    if (
      date !== undefined &&
      laterDates.length === 0 &&
      days.length > 0 &&
      days.every(({ is }) => is(date) === false)
    )
      return `the agent said ${quoted(whole)}, and ${call.name} was called for ${date}`;
  }
  return undefined;
}
