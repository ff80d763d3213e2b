/** The names of months and days. */
export const MONTHS =
  "January|February|March|April|May|June|July|August|September|October|November|December".split("|");
/** The letters that tell a month in every form: "Mar", "March". */
export const MONTH_LETTERS = MONTHS.map((name) => name.slice(0, 3).toLowerCase());

/** The number of the month that a text begins with, from 1. 0 if it begins with something else. */
export const monthOf = (text: string): number => MONTH_LETTERS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** A day of the week, or a month, as it is written. */
export const CALENDAR = new RegExp(
  `\\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|${MONTHS.join("|")})\\b`,
);
