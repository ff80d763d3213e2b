/** When a business is open, as its texts say. */
import { WEEKDAY_LETTERS } from "../../numbers/calendar.ts";

export interface Hours {
  /** Days of the week, 0 is Sunday. */
  days: readonly number[];
  /** Minutes since midnight. */
  from: number;
  to: number;
}

const DAY = `(${WEEKDAY_LETTERS.join("|")})[a-z]{0,6}`;
const DAYS = new RegExp(`\\b${DAY}s?\\s*(?:-|–|to|through|until)\\s*${DAY}\\b`, "i");
const CLOCK = "(\\d{1,2})(?:[:.](\\d{2}))?\\s*(a\\.?m\\b|p\\.?m\\b)?";
const SPAN = new RegExp(`\\b${CLOCK}\\.?\\s{0,3}(?:-|–|to|until|till|and)\\s{0,3}${CLOCK}`, "i");
const ABOUT = /\b(?:open|hours|opening|serv(?:e|ing|ice)|available|appointments?)\b/i;
/** Most businesses are open then. */
const USUAL: Hours = { days: [1, 2, 3, 4, 5], from: 10 * 60, to: 16 * 60 };
const SENTENCES = 2_000;

/** The opening hours that a text states; usual ones if it states none. */
export function hoursIn(text: string): Hours {
  for (const sentence of text.split(/\n|(?<=[a-z\d][.;])\s+/, SENTENCES)) {
    const line = sentence.slice(0, 300);
    const days = daysIn(line);
    const span = ABOUT.test(line) || days ? spanIn(line) : undefined;
    if (span) return { days: days ?? USUAL.days, ...span };
  }
  return { ...USUAL, days: daysIn(text.slice(0, 20_000)) ?? USUAL.days };
}

/** All the spans of hours that a text names. */
export const spansIn = (text: string): Pick<Hours, "from" | "to">[] =>
  text
    .split(/\n|(?<=[a-z\d][.;,])\s+/, SENTENCES)
    .flatMap((line) => (/\d[:.]\d\d|\d ?[ap]\.?m\b/i.test(line.slice(0, 300)) ? (spanIn(line) ?? []) : []));

/** From when until when, in minutes since midnight: "HH:MM between 07:30 and 09:30". */
export function spanIn(line: string): Pick<Hours, "from" | "to"> | undefined {
  // The figures of a day say nothing about hours: "like 2026-03-04T18:30".
  const span = SPAN.exec(line.slice(0, 300).replace(/\b\d{4}-\d\d-\d\d/g, " "));
  if (!span) return undefined;
  const [, h1, m1, half1, h2, m2, half2] = span;
  const to = minutesAt(h2, m2, half2);
  const from = minutesAt(h1, m1, half1);
  const end = to <= from && to + 720 > from ? to + 720 : to;
  return from < end && end <= 24 * 60 ? { from, to: end } : undefined;
}

function daysIn(line: string): number[] | undefined {
  const [, first, last] = DAYS.exec(line) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [
    WEEKDAY_LETTERS.indexOf(first.toLowerCase()),
    WEEKDAY_LETTERS.indexOf(last.toLowerCase()),
  ];
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => (from + step) % 7);
}

/** An hour as people write it, in minutes since midnight. */
export function minutesAt(hour = "0", minute = "0", half = ""): number {
  const whole = Number(hour) % (half === "" ? 25 : 12);
  return (whole + (/^p/i.test(half) ? 12 : 0)) * 60 + Number(minute);
}
