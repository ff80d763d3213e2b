/** What an agent says against what its own tools have just returned: another reference, another total, another hour. */
import { isObject } from "../../contract/is-object.ts";
import { seemsEffectful } from "../metrics/tools/effectful.ts";
import { isErrorOutput } from "../metrics/tools/failed-call.ts";
import { valuesIn } from "../rules-language/text/spoken-values.ts";
import { clean } from "../transcript/fold.ts";
import { sentences } from "../transcript/sentences.ts";
import { HALF_DAY, minutesOfDay } from "./dates.ts";
import type { Language } from "./language.ts";
import type { MadeCall } from "./made-call.ts";
import { datesIn, momentOf } from "./moments.ts";
import { amountsIn } from "./prompt-prices.ts";
import type { Said } from "./understood.ts";
import { findValues, squeezed } from "./values.ts";

interface Words {
  readonly prompt: string;
  readonly knowledge_base: string;
  readonly transcript: readonly Said[];
}

const MOST_VALUES = 500;
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
  const known = knownOf(calls, words);
  for (const call of made) {
    const said = answerTo(call, words.transcript);
    if (said === undefined) continue;
    // Two calls of one turn may share one answer.
    const isOnly = made.filter((one) => answerTo(one, words.transcript) === said).length === 1;
    const found =
      otherCode(call, words.transcript, known) ??
      (isOnly
        ? (otherAmount(call, said, known, words.prompt) ?? otherMoment(call, said, language))
        : undefined) ??
      agreedTotal(call, words.transcript, known);
    if (found) return found;
  }
  return undefined;
}

/** The agent's first words after a call. */
const answerTo = ({ arrival }: MadeCall, transcript: readonly Said[]): string | undefined => {
  const said = transcript[Math.ceil(arrival ?? 0)];
  return said?.role === "AGENT" ? clean(said.utterance).slice(0, LONGEST) : undefined;
};

/** Everything that the agent may have a value from, besides its own words. */
interface Known {
  /** Without spaces and punctuation. */
  readonly text: string;
  readonly numbers: ReadonlySet<number>;
}

function knownOf(calls: readonly MadeCall[], { prompt, knowledge_base, transcript }: Words): Known {
  const text = [
    prompt,
    knowledge_base,
    ...calls.map(({ parameters, output }) => JSON.stringify([parameters, output])),
    ...transcript.flatMap(({ role, utterance }) => (role === "USER" ? [utterance] : [])),
  ].join("\n");
  return { text: squeezed(text), numbers: numbersIn(text) };
}

const returned = ({ output }: MadeCall) => valuesIn(output).slice(0, MOST_VALUES);
const quoted = (text: string): string => JSON.stringify(text);

const NAMES_CODE =
  /(?:^|_)(?:ref|reference|confirmation|number|no|code|id)$|(?:Id|Ref|Reference|Number|Code)$/;
const CODE = /^[A-Za-z]{1,6}[-_ ]?(?=[A-Za-z0-9-]*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;
const SAYS_CODE = /\b(?:reference|ref|confirmation|number|code|id)\b|#/i;
const SHORTEST_CODE = 4;
const formOf = (code: string) => code.replace(/\d+/g, "9").replace(/[a-z]/g, "A");

/** A code of the same form as the one that a deed has returned, which nothing else has either. */
function otherCode(call: MadeCall, transcript: readonly Said[], known: Known): string | undefined {
  if (!seemsEffectful(call.name)) return undefined;
  const codes = returned(call).flatMap(({ key, value }) =>
    NAMES_CODE.test(key) && CODE.test(value) && value.length >= SHORTEST_CODE ? [value] : [],
  );
  for (const { role, utterance } of transcript.slice(Math.ceil(call.arrival ?? 0))) {
    if (role !== "AGENT" || !SAYS_CODE.test(utterance)) continue;
    const text = clean(utterance).slice(0, LONGEST);
    const said = text.split(/[^A-Za-z0-9-]+/).map((word) => word.replace(/^-+|-+$/g, ""));
    for (const code of codes) {
      if (squeezed(text).includes(squeezed(code))) continue;
      const other = said.find(
        (word) => CODE.test(word) && formOf(word) === formOf(code) && !known.text.includes(squeezed(word)),
      );
      if (other !== undefined)
        return `the agent said ${quoted(other)}, and ${call.name} had returned ${quoted(code)}`;
    }
  }
  return undefined;
}

const TOTAL_KEY =
  /(?:^|_)total(?:$|_(?:price|cost|amount|due|gbp|usd|eur))|^(?:amount_due|grand_?total|total(?:Price|Cost|Amount)?)$/i;
const PRICE_KEY = /price|cost|fee|amount|total|charge|quote|due/i;
const SAYS_TOTAL = /\btotal\b|\bcomes to\b|\bthat makes\b|\baltogether\b|\b(?:all in|in all)\b/i;
/** With these, an amount may be more or less than what the tool has returned. */
const ADDS = [
  /\d\s?%|per ?cent|\b(?:plus|includ\w{0,5}|exclud\w{0,5}|with|without|deposit|deliver\w{0,3}|fees?|vat|tax|tip|minus|less|discount|off)\b/i,
  /\b(?:each|per|half|rest|remaining|balance|refund\w{0,4}|save|so far|cents?|subtotal|up to|from|around|both|two|about|limit|over|under)\b/i,
];
const MINOR = 100;
/** "35 euros", "1,200.50 pounds" */
const IN_WORDS =
  /(?<![\d.,])(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(\.\d{1,2})? ?(?:€|(?:euros?|pounds?|dollars?|EUR|GBP|USD)\b)/gi;

/** The amounts of money in a text, in the smallest unit. */
const moneyIn = (text: string): number[] => [
  ...amountsIn(text).map(({ minor }) => minor),
  ...[...text.matchAll(IN_WORDS)].map(([, units = "", rest = ""]) =>
    Math.round(Number(`${units.replaceAll(",", "")}${rest}`) * MINOR),
  ),
];

/** So often a price may be counted: for so many persons, nights, or items. */
const MOST_TIMES = 60;

/** The amounts that a tool has returned under such a key. */
const moneyOf = (call: MadeCall, keys: RegExp): number[] => [
  ...new Set(
    returned(call).flatMap(({ key, value }) => {
      if (!keys.test(key)) return [];
      const number = /^\d{1,7}(?:\.\d{1,2})?$/.test(value)
        ? Number(value)
        : (moneyIn(value)[0] ?? Number.NaN) / MINOR;
      return number > 0 ? [number] : [];
    }),
  ),
];

const AGREES =
  /^(?:(?:um|well|oh)[,….]{0,3} )?(?:yes|yep|yeah|sure|okay|ok|correct|go ahead|please do|that's right|perfect)\b[^\d?]{0,60}$/i;

/** Another total in the words that the caller has just agreed to than the deed then has. */
function agreedTotal(call: MadeCall, transcript: readonly Said[], known: Known): string | undefined {
  const at = Math.ceil(call.arrival ?? 0) - 1;
  const [offer, yes] = [transcript[at - 1], transcript[at]];
  if (!seemsEffectful(call.name) || offer?.role !== "AGENT" || yes?.role !== "USER") return undefined;
  const [total, ...others] = moneyOf(call, TOTAL_KEY);
  if (total === undefined || others.length > 0 || !AGREES.test(clean(yes.utterance))) return undefined;
  const said = sentences(clean(offer.utterance).slice(0, LONGEST)).find((sentence) => {
    const [amount, ...more] = moneyIn(sentence);
    return (
      amount !== undefined &&
      more.length === 0 &&
      SAYS_TOTAL.test(sentence) &&
      !isAny(ADDS, sentence) &&
      !isKnown(amount, known.numbers) &&
      !isSame(amount, total)
    );
  });
  return said && `the agent said ${quoted(said)}, and ${call.name} then returned a total of ${total}`;
}

/** Another total than the only one that the tool has returned, or another price, where it returned one and nothing follows from it. */
function otherAmount(call: MadeCall, said: string, known: Known, prompt: string): string | undefined {
  const [totals, prices] = [moneyOf(call, TOTAL_KEY), moneyOf(call, PRICE_KEY)];
  const isAlone = new Set(moneyIn(said)).size === 1;
  for (const sentence of sentences(said)) {
    const [amount, ...more] = moneyIn(sentence);
    if (amount === undefined || more.length > 0 || isAny(ADDS, sentence) || isKnown(amount, known.numbers))
      continue;
    const [total, price] = [totals[0], prices[0]];
    if (total !== undefined && totals.length === 1 && SAYS_TOTAL.test(sentence) && !isSame(amount, total))
      return `the agent said ${quoted(sentence)}, and ${call.name} had returned a total of ${total}`;
    if (price !== undefined && prices.length === 1 && isAlone && !follows(amount, price, prompt))
      return `the agent said ${quoted(sentence)}, and ${call.name} had returned ${price}`;
  }
  return undefined;
}

/** Whether a number is known, in either unit. */
const isKnown = (minor: number, numbers: ReadonlySet<number>) =>
  numbers.has(minor) || numbers.has(minor / MINOR);

/** A tool may count in the smaller unit. */
const isSame = (minor: number, number: number) => minor === Math.round(number * MINOR) || minor === number;

/** Whether an amount is so many times a price, a part of it, or a price with another amount of the prompt. */
function follows(minor: number, price: number, prompt: string): boolean {
  const others = [0, ...moneyIn(prompt)].slice(0, MOST_VALUES);
  return [price, price * MINOR].some((one) =>
    others.some((other) =>
      [minor - other, minor + other, other - minor].some(
        (rest) =>
          rest > 0 &&
          [rest / one, one / rest].some(
            (times) => times <= MOST_TIMES && Math.abs(times - Math.round(times)) < 0.01 && times > 0.5,
          ),
      ),
    ),
  );
}

const NUMBER = /(?<![\d.])\d{1,9}(?:\.\d{1,4})?(?!\d)/g;

/** All numbers of a text, which may have commas between their thousands. */
const numbersIn = (text: string): ReadonlySet<number> =>
  new Set((text.replace(/(\d),(?=\d{3}(?!\d))/g, "$1").match(NUMBER) ?? []).map(Number));

const isAny = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

const REPORTS =
  /\b(?:booked|reserved|scheduled|rescheduled|moved|confirmed|arranged|all set|in the (?:diary|book|calendar)|down for|booking is|appointment is|reservation is|see you|expect(?:ing)? you)\b/i;
/** The hour or the day that such a sentence names may be another one than the deed's. */
const OTHER_MOMENT = [
  /\b(?:by|before|until|till|from|arrive|early|earlier|opens?|closes?|hours?|minutes?|remind\w{0,4}|call\w{0,3}|ring|text|e-?mail\w{0,2}|deadline|latest|after|within)\b/i,
  /\b(?:was|instead|not|cancel\w{0,6}|check(?:ed)?[- ](?:in|out)|ready|ends?|finish\w{0,3}|back|return\w{0,3}|due|valid|expires?|or|if)\b/i,
];
const MOMENT_KEY = /time|date|day|start|slot|when|^at$|_at$|from|begin/i;

/** Another day or hour than the only one that the deed has, in a sentence that reports it. */
function otherMoment(call: MadeCall, said: string, language: Language): string | undefined {
  if (!seemsEffectful(call.name)) return undefined;
  const own = isObject(call.parameters) ? valuesIn(call.parameters).slice(0, MOST_VALUES) : [];
  const values = [...own, ...returned(call)].flatMap(({ key, value }) =>
    /^\d+(?:\.\d+)?$/.test(value) ? [] : [{ key, value, moment: momentOf(value) }],
  );
  // What is written in another way may be an hour, too.
  if (
    values.some(
      ({ key, value, moment }) => !moment && MOMENT_KEY.test(key) && !/_?id$/i.test(key) && /\d/.test(value),
    )
  )
    return undefined;
  const dates = [...new Set(values.flatMap(({ moment }) => moment?.date ?? []))];
  const times = [...new Set(values.flatMap(({ moment }) => moment?.time ?? []))];
  for (const sentence of sentences(said)) {
    if (!REPORTS.test(sentence) || isAny(OTHER_MOMENT, sentence) || sentence.endsWith("?")) continue;
    const [time, ...laterTimes] = times;
    const spoken = findValues(sentence, language).filter(({ kind }) => kind === "time");
    if (time !== undefined && laterTimes.length === 0 && spoken.length === 1) {
      const [wanted, given] = [minutesOfDay(time), minutesOfDay(spoken[0]?.text ?? "")];
      if (wanted !== undefined && given !== undefined && Math.abs(wanted - given) % HALF_DAY !== 0)
        return `the agent said ${quoted(sentence)}, and ${call.name} was called for ${time}`;
    }
    const [date, ...laterDates] = dates;
    const days = datesIn(sentence, language);
    if (
      date !== undefined &&
      laterDates.length === 0 &&
      days.length > 0 &&
      days.every(({ is }) => is(date) === false)
    )
      return `the agent said ${quoted(sentence)}, and ${call.name} was called for ${date}`;
  }
  return undefined;
}
