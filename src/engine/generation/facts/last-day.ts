/** The last day that a text allows, by its date: "12 March at the latest", "until the end of February 2027". */
import { DAY_MS } from "../../../contract/duration.ts";
import { MONTH_LETTERS, monthOf } from "../../numbers/calendar.ts";

const WEEKDAY = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?";
const DATE = `(?:the )?${WEEKDAY}(?:(end|\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTH_LETTERS.join("|")})[a-z]{0,6}|(\\d{1,2})\\.(\\d{1,2})\\.)`;
const LAST_DAY = [
  new RegExp(
    `\\b(?:at the latest(?: on)?|(?:no|not) later than|latest:?|up to|until) ${DATE} ?(20\\d\\d)?`,
    "i",
  ),
  new RegExp(`\\b${DATE} ?(20\\d\\d)?,? (?:at the latest|and (?:no|not) (?:further|later))`, "i"),
];
const NOT_OPEN =
  /\b(?:closed|not (?:open|available|possible)|unavailable|fully booked|sold out|holidays?)\b/i;

/** Days from today, an ISO date, to that day. Without a year, it is the next day of this name. */
export function lastDayIn(line: string, today: string): number | undefined {
  const found = LAST_DAY.map((pattern) => pattern.exec(line)).find((match) => match !== null);
  if (!found || NOT_OPEN.test(line)) return undefined;
  const [, named, name, dotted, figure, year] = found;
  const month = name === undefined ? Number(figure) : monthOf(name);
  if (month < 1 || month > 12) return undefined;
  const isEnd = named?.toLowerCase() === "end";
  const offsetIn = (year_of: number) => {
    const date = isEnd ? Date.UTC(year_of, month, 0) : Date.UTC(year_of, month - 1, Number(named ?? dotted));
    return Math.round((date - Date.parse(today)) / DAY_MS);
  };
  const this_year = Number(today.slice(0, 4));
  const years = year === undefined ? [this_year, this_year + 1] : [Number(year)];
  return years.map(offsetIn).find((offset) => offset >= 0) || undefined;
}
