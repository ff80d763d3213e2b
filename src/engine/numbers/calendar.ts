/** The English names of months and of days of the week, in small letters. */
import texts from "texts:languages";

const { months, days } = texts.en.dates;

/** From January. */
export const MONTHS: readonly string[] = months.map((names) => names.split("/")[0] ?? names);
/** From Sunday, as `Date` counts them. */
export const WEEKDAYS: readonly string[] = [...days.slice(6, 7), ...days.slice(0, 6)];

/** A day of a month: "21st". */
export function ordinal(day: number): string {
  const ends = day % 100 > 10 && day % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ends}`;
}
