/** Values in the forms in which people say them and tools receive them. */
import { clean, fold } from "../transcript/fold.ts";
import { numberOf } from "./english.ts";
import { type Event, isAgent, isCall, isUser, valuesIn } from "./events.ts";

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const DAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/;
const CLOCK = /^(?:.*T)?(\d{1,2}):(\d{2})(?::\d{2})?/;

const squeeze = (text: string) => fold(clean(text)).replace(/[^\p{L}\p{N}@]+/gu, "");
const tokens = (text: string): string[] => fold(clean(text)).match(/\p{L}+|\p{N}+/gu) ?? [];
const NUMBERS = /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/g;

/**
 * Whether a text contains a value in any form: a date by its day, a time with or without minutes, a number in
 * words.
 */
export function holds(text: string, value: string): boolean {
  const date = ISO_DATE.exec(value);
  const said = tokens(text.replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1"));
  if (date) {
    const weekday = DAYS[new Date(`${date[0]}T12:00:00Z`).getUTCDay()] ?? "";
    const isDay = said.includes(String(Number(date[3]))) || text.includes(date[0]);
    return (
      said.includes(weekday) ||
      (isDay && (said.includes(MONTHS[Number(date[2]) - 1] ?? "") || /\d[./-]\d/.test(text) || isDay))
    );
  }
  const clock = CLOCK.exec(value);
  if (clock) {
    const hour = Number(clock[1]);
    const hours = [String(hour), String(hour).padStart(2, "0"), String(hour % 12 || 12)];
    const inWords = (fold(text).match(NUMBERS) ?? []).map((word) => String(numberOf(word)));
    return (
      hours.some((one) => said.includes(one) || inWords.includes(one)) ||
      (hour === 12 && /\bnoon\b/i.test(text)) ||
      (hour === 0 && /\bmidnight\b/i.test(text))
    );
  }
  const number = numberOf(value);
  if (number !== undefined && String(number).length <= 6) {
    const numbers = [
      ...(clean(text).match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replace(/,/g, ""))),
      ...(fold(text).match(NUMBERS) ?? []).map((word) => numberOf(word) ?? -1),
    ];
    return numbers.includes(number) || squeeze(text).includes(squeeze(value));
  }
  const wanted = squeeze(value);
  return wanted !== "" && squeeze(text).includes(wanted);
}

/** The weekday of a value that is a date, or that names one. */
export function weekdayOf(value: string): string | undefined {
  const date = ISO_DATE.exec(value);
  if (date) return DAYS[new Date(`${date[0]}T12:00:00Z`).getUTCDay()];
  return DAYS.find((day) => tokens(value).includes(day));
}

/** Minutes since midnight of a value that is a time of day. */
export function minutesOf(value: string): number | undefined {
  const clock = CLOCK.exec(value);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const spoken = /^(\d{1,2})\s?([ap])\.?m\.?$/i.exec(value.trim());
  if (!spoken) return undefined;
  return ((Number(spoken[1]) % 12) + (spoken[2]?.toLowerCase() === "p" ? 12 : 0)) * 60;
}

/** A value that is not said by chance. */
const isTelling = (value: string) =>
  /\d{2}|\d[.,:]\d/.test(value) || (/^\p{Lu}/u.test(value) && value.length >= 4 && value.length <= 60);

/** The positions at which the agent says something that it knows only from its tools. */
export function disclosures(events: readonly Event[]): number[] {
  const known: string[] = [];
  const said: string[] = [];
  return events.flatMap((event, place) => {
    if (isUser(event)) said.push(event.text);
    if (isCall(event)) {
      const given = valuesIn(event.parameters).map(({ value }) => String(value));
      for (const { value } of valuesIn(event.output)) {
        const text = String(value);
        if (isTelling(text) && !given.includes(text)) known.push(text);
      }
    }
    if (!isAgent(event)) return [];
    const heard = said.join("\n");
    return known.some((value) => holds(event.text, value) && !holds(heard, value)) ? [place] : [];
  });
}
