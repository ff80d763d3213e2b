/** The day that the agent's texts call today. */
import { MONTH_LETTERS, monthOf } from "../../numbers/calendar.ts";

const MONTH = `(${MONTH_LETTERS.join("|")})[a-z]{0,6}\\.?`;
const YEAR = "(20\\d{2})";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const TODAY =
  /\b(?:today|current date|date is|date(?=:)|valid (?:on|for|as of)(?= (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d))|it is now|it(?:'s| is) (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b/gi;
/** So far after the word may its date end. */
const NEAR = 50;
const END = /[.;!?] /;
/** "From today up to 30 June": another day than today. */
const ANOTHER = /\b(?:before|by|than|through|till|to|until)\b/i;
const LONGEST = 200_000;
const MOST = 200;

const ISO = new RegExp(`\\b${YEAR}-(\\d{2})-(\\d{2})\\b`);
const DAY_FIRST = new RegExp(`\\b${DAY} (?:of )?${MONTH},? ${YEAR}\\b`, "i");
/** "02.03.2026": the day comes first. */
const DOTTED = new RegExp(`\\b(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}\\b`);
const MONTH_FIRST = new RegExp(`\\b${MONTH} ${DAY},? ${YEAR}\\b`, "i");

/** "Today is Tuesday, May 12, 2026": an agent with a day of its own sells no other. Undefined if the texts name none. */
export function todayIn(text: string): string | undefined {
  const plain = text.slice(0, LONGEST).replace(/\s/g, " ").replaceAll("*", "");
  let left = MOST;
  for (const { index } of plain.matchAll(TODAY)) {
    if (left-- === 0) return undefined;
    const date = dateIn(
      plain
        .slice(index, index + NEAR)
        .split(END)[0]
        ?.split(ANOTHER)[0] ?? "",
    );
    if (date !== undefined) return date;
  }
  return undefined;
}

function dateIn(text: string): string | undefined {
  const iso = ISO.exec(text);
  if (iso) return valid(iso[1], iso[2], iso[3]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return valid(dayFirst[3], String(monthOf(dayFirst[2] ?? "")), dayFirst[1]);
  const dotted = DOTTED.exec(text);
  if (dotted) return valid(dotted[3], String(Number(dotted[2])), dotted[1]);
  const monthFirst = MONTH_FIRST.exec(text);
  return monthFirst ? valid(monthFirst[3], String(monthOf(monthFirst[1] ?? "")), monthFirst[2]) : undefined;
}

function valid(year = "", month = "", day = ""): string | undefined {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}
