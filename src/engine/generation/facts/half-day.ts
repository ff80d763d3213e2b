/** Which half of the day an hour is in that a goal says without one: "tomorrow afternoon at 3:15". */
import { HALF_DAY } from "../../caller/facts/dates.ts";
import { fold } from "../../transcript/fold.ts";

const LATE = /\b(?:afternoon|evening|tonight)\b/;
const AT_NIGHT = /\bnight\b/;
const EARLY = /\bmorning\b/;
/** How far from the hour the part of the day may be. */
const NEAR = 30;
/** Nobody has an appointment before, and an evening begins no earlier. */
const [EARLIEST, EVENING] = [7 * 60, 6 * 60];
const IN_HALF = /^0|[ap]\.?m/;

/**
 * Minutes since midnight, in the half of the day that the goal has.
 * @param said the hour as the goal says it
 */
export function inHalfOfGoal(minutes: number, said: string, goal: string): number {
  const hour = fold(said).trim();
  if (minutes >= HALF_DAY || minutes < 60 || IN_HALF.test(hour)) return minutes;
  const text = fold(goal);
  const at = text.indexOf(hour);
  const near = text.slice(Math.max(0, at - NEAR), Math.max(0, at) + hour.length + NEAR);
  const isLate = LATE.test(near) || (AT_NIGHT.test(near) && minutes >= EVENING);
  if (isLate && !EARLY.test(near)) return minutes + HALF_DAY;
  const isEarly = EARLY.test(near) || AT_NIGHT.test(near);
  return minutes < EARLIEST && !isEarly ? minutes + HALF_DAY : minutes;
}

const DOTTED =
  /(?<![\d.,])(\d{1,2})\.([0-5]\d)(?= ?[ap]\.?m\b)|(?<=\bat )(\d{1,2})\.([0-5]\d)(?![\d.,%€£$]| ?(?:euros?|pounds?|dollars?)\b)/gi;

/** A goal with the hours as clocks show them: "9:30 am" for "9.30 am". */
export const withColons = (goal: string): string => goal.replace(DOTTED, "$1$3:$2$4");

const PART = /\b(afternoon|evening|morning)\b/gi;
const HAS_PART = /[ap]\.?m\b|\b(?:afternoon|evening|midday|morning|night|noon|o'clock)\b|\b0\d/i;

/** An hour that a goal changes to is in the part of the day that it has named: "tomorrow afternoon at 3:15, then 4:15". */
export function inPartNamed(moment: string, before: string): string {
  const [part, ...others] = new Set([...before.matchAll(PART)].map(([name]) => name.toLowerCase()));
  return part === undefined || others.length > 0 || HAS_PART.test(moment)
    ? moment
    : `${moment} in the ${part}`;
}
