/** Whether two values certainly differ: a tool takes a date, a number, or a name in its own form. */
import { WEEKDAYS, weekdayOfDate } from "../../numbers/calendar.ts";
import { editDistance } from "../../rules-language/near-miss.ts";
import { namesSomeone } from "../../tools/thing-name.ts";
import { fold } from "../../transcript/fold.ts";
import { stemOf } from "../../words/english.ts";
import type { ErrandFact } from "../errand.ts";
import { momentOf, otherDateIn } from "../facts/moments.ts";
import { numberOf } from "../facts/rivals.ts";
import { findValues, holdsValue, squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import { words } from "../words.ts";
import { differs } from "./check.ts";

const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/;
/** Telephone numbers are the same if their ends are: one may have the code of the country. */
const PHONE_DIGITS = 7;

/** Whether a value of a call certainly is not the caller's. */
export function certainlyDiffer(
  wanted: string,
  said: string,
  fact: Pick<ErrandFact, "name" | "options" | "thing"> | undefined,
  language: Language,
): boolean {
  if (squeezed(wanted) === squeezed(said) || holdsValue(said, wanted) || holdsValue(wanted, said))
    return false;
  const options = fact?.options ?? [];
  const isOption = (value: string) => options.some((option) => squeezed(String(option)) === squeezed(value));
  if (isOption(wanted) && isOption(said)) return true;
  const [left, right] = [numberOf(wanted), numberOf(said)];
  if (left !== undefined && right !== undefined) return left !== right;
  if (/^(?:true|false)$/.test(wanted) && /^(?:true|false)$/.test(said)) return wanted !== said;
  const moment = momentOf(wanted);
  if (moment?.date !== undefined && otherDateIn(said, moment.date, language) !== undefined) return true;
  const day = momentOf(said)?.date;
  // "Saturday 5 December" is a Saturday, like the 12th.
  if (day !== undefined && otherDateIn(wanted, day, language) !== undefined) return true;
  const [own] = findValues(wanted, language);
  const other = findValues(said, language).find(({ kind }) => kind === own?.kind);
  if (own?.kind === "date")
    return otherDay(wanted, said) ?? (other !== undefined && differs(own, other, language));
  if (own?.kind === "phone" && other) return digitsOf(wanted) !== digitsOf(said);
  if (own && other && (own.kind === "time" || own.kind === "email")) return differs(own, other, language);
  if (own?.kind === "code" && other && isWhole(own.text, wanted) && isWhole(other.text, said)) return true;
  if (fact?.name !== undefined && namesSomeone({ ...fact, name: fact.name }))
    return isOtherName(wanted, said);
  return isOtherPerson(wanted, said, language);
}

const FULL_NAME = /^\p{Lu}[\p{L}'’-]{1,29}(?: \p{L}[\p{L}'’.-]{0,29}){0,3}$/u;
const NAME_WORDS_MAXIMUM = 8;
/** The share of a word's letters that may differ when it was misheard. */
const MISHEARD = 0.45;

/** "I'D" is not Nadia Novak. A name that was misheard, shortened or spelled otherwise has a word that is alike. */
function isOtherName(wanted: string, said: string): boolean {
  if (!FULL_NAME.test(wanted)) return false;
  const split = (text: string) =>
    fold(text.slice(0, 200))
      .split(/[^\p{L}]+/u, NAME_WORDS_MAXIMUM)
      .filter(Boolean);
  const [own, other] = [split(wanted), split(said)];
  const alike = (left: string, right: string) =>
    left[0] === right[0] || editDistance(left, right) <= Math.max(1, Math.round(left.length * MISHEARD));
  return other.length > 0 && !own.some((word) => other.some((one) => alike(word, one.slice(0, 40))));
}

const digitsOf = (text: string) => text.replace(/\D/g, "").slice(-PHONE_DIGITS);
const isWhole = (part: string, whole: string) => squeezed(part) === squeezed(whole);

/** Whether a weekday and a date are different days. Undefined if there are not one of each. */
function otherDay(wanted: string, said: string): boolean | undefined {
  const day = WEEKDAYS.find((name) => fold(wanted).includes(name));
  const other = WEEKDAYS.find((name) => fold(said).includes(name));
  if (day && other) return day !== other;
  const iso = ISO_DATE.exec(said);
  if (!day || !iso) return undefined;
  return weekdayOfDate(iso[0]) !== day;
}

/** "Dr Chen" is not "Dr Patel". Without titles, other words may mean the same. */
function isOtherPerson(wanted: string, said: string, { code }: Language): boolean {
  const titled = (text: string) => /^(?:dr|mr|mrs|ms)\.? \p{Lu}/iu.test(text);
  if (!titled(wanted)) return false;
  const stems = (text: string) => new Set(words(text, code).map(stemOf));
  const own = words(wanted, code).slice(1).map(stemOf);
  const other = stems(said);
  return !own.some((word) => other.has(word)) && (titled(said) || said.split(" ").length <= 2);
}
