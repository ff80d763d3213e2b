/** Number words from 0 to 99 in English, German, Spanish and French, as people say phone and card numbers. */
import { isFiller, isPause } from "./pauses.ts";

const list = (text: string) => text.split(" ");

/** Words for 0 to 19 in order, followed by synonyms. */
const UNITS: readonly string[][] = [
  list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ),
  list(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
  ),
  list(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
  ),
  list(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
  ),
];
const OTHERS: Readonly<Record<string, string>> = {
  oh: "0",
  o: "0",
  zwo: "2",
  ein: "1",
  une: "1",
  un: "1",
  una: "1",
  zeroes: "0",
  dieciseis: "16",
  zwoelf: "12",
  fuenf: "5",
  fuenfzehn: "15",
};
/** Words for 20, 30 … 90. */
const TENS: readonly string[][] = [
  list("twenty thirty forty fifty sixty seventy eighty ninety"),
  list("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"),
  list("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
  list("vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix"),
];

/** In the order of `UNITS` and `TENS`. */
const LANGUAGES = ["en", "de", "es", "fr"] as const;
const ONLY_IN: Readonly<Record<string, (typeof LANGUAGES)[number]>> = {
  ...{ oh: "en", o: "en", zeroes: "en", zwo: "de", ein: "de", zwoelf: "de", fuenf: "de", fuenfzehn: "de" },
  ...{ une: "fr", un: "fr", una: "es", dieciseis: "es" },
};

/** The number words of a language from 0 to 99, in figures. Undefined for languages that have none here. */
export function numberWords(language: string): ReadonlyMap<string, string> | undefined {
  const at = (LANGUAGES as readonly string[]).indexOf(language);
  if (at < 0) return undefined;
  return new Map([
    ...(UNITS[at] ?? []).map((word, value): [string, string] => [word, String(value)]),
    ...(TENS[at] ?? []).map((word, place): [string, string] => [word, String((place + 2) * 10)]),
    ...Object.entries(OTHERS).filter(([word]) => ONLY_IN[word] === language),
    ...(compounds()[language] ?? []),
  ]);
}

const VALUES: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap((language) => [...(numberWords(language) ?? [])]),
);

function compounds(): Readonly<Record<string, [string, string][]>> {
  const german = TENS[1]?.flatMap((tens, at) =>
    list("ein zwei drei vier fünf sechs sieben acht neun").map((unit, one): [string, string] => [
      `${unit}und${tens}`,
      String((at + 2) * 10 + one + 1),
    ]),
  );
  const spanish = list("uno dós trés cuatro cinco séis siete ocho nueve").map(
    (unit, one): [string, string] => [`veinti${unit}`, String(21 + one)],
  );
  const french = TENS[3]?.flatMap((tens, at) => {
    const base = [20, 30, 40, 50, 60, 60, 80, 80][at] ?? 0;
    const plus = tens.endsWith("dix") ? 10 : 0;
    return list("un deux trois quatre cinq six sept huit neuf").map((unit, one): [string, string] => {
      const word = plus ? tens.replace(/dix$/, UNITS[3]?.[11 + one] ?? "") : `${tens}-${unit}`;
      return [word, String(base + plus + one + 1)];
    });
  });
  return { de: german ?? [], es: spanish, fr: [...(french ?? []), ["quatre-vingts", "80"]] };
}

const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3, doppel: 2, doble: 2 };
const WORD = /\p{L}+(?:-\p{L}+)*|\p{Nd}+/gu;
const AND = ["and", "und", "y", "et"];

const isBetween = (text: string) =>
  /^[ ,.\u2010-\u2013-]{1,3}$/.test(text) || isPause(text) || AND.includes(text.trim());

export interface SpokenNumber {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Each word is a single digit. */
  readonly digit_by_digit: boolean;
}

/**
 * Runs of at least five number words with at least seven digits in total, in order. They may include single
 * digits in figures.
 */
export function spokenNumbers(text: string): SpokenNumber[] {
  const found: SpokenNumber[] = [];
  let run: { start: number; end: number; parts: string[]; words: number } | undefined;
  let repeat = 0;
  const finish = () => {
    if (run && run.words >= 5) {
      const digits = digitsOf(run.parts);
      const digit_by_digit = run.parts.every((part) => part.length === 1);
      if (digits.length >= 7) found.push({ start: run.start, end: run.end, digits, digit_by_digit });
    }
    run = undefined;
    repeat = 0;
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (run && !isBetween(text.slice(run.end, index)) && !isFiller(word)) finish();
    const lower = word.toLowerCase();
    const times = REPEATS[lower];
    const value = digitsOfWord(lower);
    if (times !== undefined) repeat = times;
    else if (value === undefined) {
      if (!run || !(AND.includes(lower) || isFiller(lower))) finish();
      continue;
    }
    run ??= { start: index, end: index, parts: [], words: 0 };
    run.end = index + word.length;
    if (value === undefined) continue;
    if (!/^\d/.test(lower)) run.words += 1;
    run.parts.push(...Array<string>(repeat || 1).fill(value));
    repeat = 0;
  }
  finish();
  return found;
}

function digitsOfWord(word: string): string | undefined {
  if (/^\p{Nd}$/u.test(word)) return word;
  const known = VALUES.get(word);
  if (known !== undefined || !word.includes("-")) return known;
  // "forty-two"
  const [tens = "", unit = "", ...more] = word.split("-").map((part) => VALUES.get(part));
  return more.length === 0 && /^[2-9]0$/.test(tens) && /^[1-9]$/.test(unit) ? tens[0] + unit : undefined;
}

/** "forty two" is 42, "forty twelve" is 4012. */
function digitsOf(parts: readonly string[]): string {
  return parts.reduce((digits, part, at) => {
    const before = parts[at - 1] ?? "";
    const joins = /^[2-9]0$/.test(before) && /^[1-9]$/.test(part);
    return joins ? digits.slice(0, -1) + part : digits + part;
  }, "");
}
