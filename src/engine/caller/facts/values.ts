import { clean, fold } from "../../transcript/fold.ts";
import { matchesOf } from "../../transcript/matches-of.ts";
import type { Language } from "../language.ts";
import { LANGUAGES } from "../language.ts";
import { datePatterns } from "./dates.ts";

export type ValueKind = "email" | "phone" | "date" | "time" | "amount" | "code" | "number";

/** A value in a clean text. `text` is as written there. */
export interface Value {
  kind: ValueKind;
  text: string;
  start: number;
  end: number;
}

const EMAIL =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,60}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,60}\.\p{L}{2,10}/gu;
const TIME =
  /(?<![\p{sc=Latin}\p{N}.,:])\d{1,2}(?::\d{2}(?:\s?(?:a\.?m\b\.?|p\.?m\b\.?|uhr|h\b))?|\s?(?:a\.?m\b\.?|p\.?m\b\.?|uhr|o'clock|heures?\b|h(?:\d{2})?\b|giờ|[時时點点](?:\d{1,2}分|半)?))/gu;
const CURRENCY =
  "€|\\$|£|¥|₹|₺|₽|₫|usd|eur|gbp|inr|try|rub|vnd|jpy|cny|hkd|brl|euros?|dollars?|pounds?|dólares|reais|rupees?|рубл\\p{L}{0,10}|lira|tl|円|元|đồng|रुपये|രൂപ|دولار|ريال|يورو";
const AMOUNT = new RegExp(
  `(?<![\\p{sc=Latin}\\p{N}])(?:${CURRENCY})\\s?\\d[\\d.,]{0,20}|(?<![\\p{sc=Latin}\\p{N}])\\d[\\d.,]{0,20}\\s?(?:${CURRENCY})(?!\\p{sc=Latin})`,
  "gu",
);
const PHONE = /(?<![\p{sc=Latin}\p{N}])\+?\(?\d[\d\s().-]{5,20}\d(?![\p{sc=Latin}\p{N}])/gu;
const CODE =
  /(?<![\p{sc=Latin}\p{N}_])#?(?=[\p{sc=Latin}\d])(?=[\p{sc=Latin}_./-]{0,60}\d)[\p{sc=Latin}\d]+(?:[-/_.][\p{sc=Latin}\d]+)*/gu;
const MIN_PHONE_DIGITS = 7;

function numberWords({ code, numbers }: Language): RegExp {
  const bounded = code === "ja" || code === "zh" || code === "yue" ? "" : "(?![\\p{L}\\p{M}\\p{N}])";
  const lead = bounded === "" ? "" : "(?<![\\p{L}\\p{M}\\p{N}])";
  return new RegExp(
    `${lead}(?:${[...numbers].sort((a, b) => b.length - a.length).join("|")})${bounded}`,
    "gu",
  );
}

/** Patterns that depend on the words of a language. */
interface WordPatterns {
  readonly dates: readonly RegExp[];
  readonly number_words: RegExp;
}

const wordPatterns = (language: Language): WordPatterns => ({
  dates: datePatterns(language.dates),
  number_words: numberWords(language),
});

/** Built once for each language, because building takes longer than searching a message. */
const WORD_PATTERNS = new Map(
  Object.values(LANGUAGES).map((language) => [language.code, wordPatterns(language)]),
);

/**
 * Finds the dates, times, amounts, e-mail addresses, telephone numbers, codes, and numbers in a clean text,
 * in order.
 */
export function findValues(cleanText: string, language: Language): Value[] {
  const folded = fold(cleanText);
  const found: Value[] = [];
  /** Which letters belong to a value already. */
  const taken = new Uint8Array(cleanText.length);
  const take = (kind: ValueKind, pattern: RegExp, accept: (text: string) => boolean = () => true) => {
    for (const match of matchesOf(pattern, folded)) {
      const [start, end] = trimmed(match[0], match.index);
      const free = !taken.subarray(start, end).includes(1);
      const text = cleanText.slice(start, end);
      if (!free || !accept(text)) continue;
      found.push({ kind, text, start, end });
      taken.fill(1, start, end);
    }
  };
  take("email", EMAIL);
  take("amount", AMOUNT);
  const { dates, number_words } = WORD_PATTERNS.get(language.code) ?? wordPatterns(language);
  for (const pattern of dates) take("date", pattern);
  take("time", TIME);
  take(
    "phone",
    PHONE,
    (text) => text.replace(/\D/g, "").length >= MIN_PHONE_DIGITS && !/^\d{1,2}\D\d{1,2}$/.test(text),
  );
  take("code", CODE, (text) => !/^\d{1,3}$/.test(text));
  take("number", /(?<![\p{sc=Latin}\p{N}])\d{1,3}(?![\p{sc=Latin}\p{N}])/gu);
  take("number", number_words);
  return found.sort((a, b) => a.start - b.start);
}

function trimmed(text: string, start: number): [number, number] {
  const lead = text.length - text.trimStart().length;
  return [start + lead, start + text.replace(/(?<![\s.,(-])[\s.,(-]+$/, "").length];
}

/** Whether a text contains the same value, ignoring spaces and punctuation. */
export const holdsValue = (text: string, value: string): boolean => squeezedHolds(squeezed(text), value);

/** A text without spaces and punctuation, for `squeezedHolds`. */
export const squeezed = (text: string): string => fold(clean(text)).replace(/[^\p{L}\p{M}\p{N}@]+/gu, "");

/** Like `holdsValue`, for a squeezed text in which many values are looked up. */
export function squeezedHolds(text: string, value: string): boolean {
  const wanted = squeezed(value);
  return wanted !== "" && text.includes(wanted);
}
