/** How far an agent's days go, as it says: "I can book from today to the end of June". Only in English. */
import { DAY_MS } from "../../../contract/duration.ts";
import { monthOf } from "../../numbers/calendar.ts";
import { dayAndMonth } from "../facts/dates.ts";
import { findValues } from "../facts/values.ts";
import type { Language } from "../language.ts";

const STATES =
  /\b(?:can|could|only|possible|open|bookable|available|at (?:the )?(?:latest|earliest|most)|no (?:later|earlier))\b/;
const END_OF_MONTH = /\b(?:the )?(end|start|beginning) of ([a-z]{3,9})\b/g;
/** "Until Friday 5 June", "to the end of June" */
const LAST = /\b(?:to|until|till|through|later than|between .{1,40} and)(?: the| \w{3,6}day(?: the)?)?$/;
const FIRST =
  /\b(?:from|after|between|starting|earlier than|(?:not|n't|cannot|nothing)\b.{0,40}\bbefore)(?: the| \w{3,6}day(?: the)?)?$/;
const AT_THE_LATEST = /^,? at (?:the )?latest\b/;
const BESIDE = 60;
const LONGEST = 2_000;
const HALF_YEAR_MS = 183 * DAY_MS;

export interface DayBound {
  /** As the folded sentence has it. */
  readonly said: string;
  /** The first or last day within. */
  readonly date: string;
  readonly exceeded: boolean;
}

interface Bound {
  readonly said: string;
  readonly is: "first" | "last";
  readonly ms: number;
}

/** The bounds that sentences state, as far as they are near a date, and whether the date exceeds them. */
export function boundsAround(sentences: readonly string[], date: string, language: Language): DayBound[] {
  const own = Date.parse(`${date}T00:00:00Z`);
  return sentences
    .filter((one) => STATES.test(one))
    .flatMap((one) => boundsIn(one.slice(0, LONGEST), own, language))
    .map(({ said, is, ms }) => ({
      said,
      date: new Date(ms).toISOString().slice(0, 10),
      exceeded: is === "last" ? own > ms : own < ms,
    }));
}

function boundsIn(sentence: string, own: number, language: Language): Bound[] {
  const near = (month: number, day: number): number => {
    const year = new Date(own).getUTCFullYear();
    const [closest = own] = [year - 1, year, year + 1]
      .map((one) => Date.UTC(one, month, day))
      .toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own));
    return closest;
  };
  const ends = [...sentence.matchAll(END_OF_MONTH)].flatMap(([said, end, name = ""]) => {
    const month = monthOf(name);
    const at = sentence.indexOf(said);
    // The day before the next month is the last.
    return month > 0 ? [{ said, at, ms: end === "end" ? near(month, 0) : near(month - 1, 1) }] : [];
  });
  const days = findValues(sentence, language).flatMap(({ kind, text, start }) => {
    const named = kind === "date" ? dayAndMonth(text, language.dates) : undefined;
    return named ? [{ said: text, at: start, ms: near(named.month - 1, named.day) }] : [];
  });
  return [...ends, ...days].flatMap(({ said, at, ms }): Bound[] => {
    const before = sentence.slice(Math.max(0, at - BESIDE), at).trimEnd();
    const after = sentence.slice(at + said.length, at + said.length + BESIDE);
    if (Math.abs(ms - own) > HALF_YEAR_MS) return [];
    if (LAST.test(before) || AT_THE_LATEST.test(after)) return [{ said, is: "last", ms }];
    return FIRST.test(before) ? [{ said, is: "first", ms }] : [];
  });
}
