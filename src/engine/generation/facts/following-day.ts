/** A day that a goal counts from another one: "the lesson of 10 December to the following day". */
import { numberOf } from "../../rules-language/text/spoken-values.ts";
import { clean } from "../../transcript/fold.ts";

const LONGEST_GOAL = 1_000;
const FORMS = [
  /\bthe (?<way>next|following|previous) day\b(?! delivery)/i,
  // "The day after", and not "the day after tomorrow"
  /\bthe day (?<way>after|before)(?: that)?(?=[,.;]|$| (?:and|at|but|if|in the|instead|or|then|with)\b)/i,
  /\b(?<count>an?|\d{1,2}|[a-z]{3,6}) (?<unit>day|week)s? (?<way>later|earlier|afterwards)\b/i,
];
const BACK = /^(?:previous|before|earlier)$/i;

export interface FollowingDay {
  readonly text: string;
  /** Days after the one that the goal names before. */
  readonly by: number;
  /** What the goal says before. */
  readonly before: string;
}

/** The first day that a goal counts from one that it names before. Undefined if it counts none. */
export function followingDay(goal: string): FollowingDay | undefined {
  const written = clean(goal.slice(0, LONGEST_GOAL));
  const found = FORMS.map((form) => form.exec(written)).find((match) => match !== null);
  if (!found) return undefined;
  const { count = "a", unit = "day", way = "" } = found.groups ?? {};
  const number = /^an?$/i.test(count) ? 1 : numberOf(count.toLowerCase());
  if (number === undefined) return undefined;
  const days = number * (/^week/i.test(unit) ? 7 : 1);
  return {
    text: found[0],
    by: BACK.test(way) ? -days : days,
    // "Move Tuesday's visit to the day after"
    before: written.slice(0, found.index).replace(/'s\b/g, ""),
  };
}
