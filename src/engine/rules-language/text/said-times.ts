/** Times of day as people say them. */
import { fold } from "../../transcript/fold.ts";
import { matchesOf } from "../../transcript/matches-of.ts";
import { saidDays } from "./said-dates.ts";

/** `10:40`, `10.40 pm`, `10h40`. */
const CLOCK = /(?<![\d.,:€$£])(\d{1,2})[:.h](\d\d)(?::\d\d)?(?![\d%])\s?([ap]\.?m\b)?/gu;
/** `10 40`, `10 Uhr 40`. */
const APART =
  /(?<![\d.,:/€$£-])(\d{1,2})\s(?:(?:uhr|heures?|uur|hours?|and|und|et|y|e|h)\s)?(\d\d)(?![\d%€]|[.:,/]\d)\s?([ap]\.?m\b)?/gu;
/** `20 to 11`, `quarter past 10`, `half 10`. */
const BESIDE_HOUR =
  /(?<!\d)(quarter|half|viertel|halb|[1-5]?\d)(?: minutes?)? (?:(past|after|nach|to|before|till|vor) )?(\d{1,2})(?![\d%€]|[.:,/]\d)\s?([ap]\.?m\b)?/gu;
/** `10 y media`, `10 et quart`. */
const WITH_FRACTION =
  /(?<!\d)(\d{1,2})(?: heures?)? (?:y|et|e) (media|meia|demie?|mezza|cuarto|quarto|quart)\b/gu;
/** An hour alone. */
const HOUR =
  /(?<![\d.,:/€$£#\p{L}]|\p{L}-)(\d{1,2})(?:\s?([ap]\.?m\b)|(?!\s?(?:[%€$£]|euros?\b|kr\b|kroner\b|dollars?\b|pounds?\b)|[\d:/]|[.,]\d|st\b|nd\b|rd\b|th\b))/gu;
/** "That one" names no hour. */
const PRONOUN =
  /(?<!\b(?:at|to|till|until|from|by|past|before|after|around|about|between|and|or) )\bone\b(?! (?:o'clock|[ap]\.?m\b))/giu;

interface SaidTime {
  readonly hour: number;
  readonly minute: number;
  readonly half?: string | undefined;
  /** "09:40" is in the morning; "9:40" may be in the evening. */
  readonly isFull?: boolean;
  /** "Ten to eleven" may be the hours from ten to eleven, so they stay to be read. */
  readonly isOpen?: boolean;
}

/** A text without words that only look like a number of an hour. */
export const withoutPronouns = (text: string): string => text.replace(PRONOUN, "it");

/** Whether a text says a time with its minutes. It has English numbers in figures. */
export function saysTime(text: string, hour: number, minute: number): boolean {
  const folded = blanked(fold(text), saidDays(text));
  if (minute === 0 && hour === 12 && /\bnoon\b/u.test(folded)) return true;
  if (minute === 0 && hour === 0 && /\bmidnight\b/u.test(folded)) return true;
  return saidTimes(folded).some((said) => isSame(said, { hour, minute }));
}

function saidTimes(text: string): SaidTime[] {
  const found: SaidTime[] = [];
  let rest = text;
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => SaidTime | undefined) => {
    const matches = matchesOf(pattern, rest).filter((match) => {
      const time = read(match);
      if (time) found.push(time);
      return time !== undefined && !time.isOpen;
    });
    rest = blanked(
      rest,
      matches.map(({ index, 0: whole }) => ({ start: index, end: index + whole.length })),
    );
  };
  take(CLOCK, ([, hour = "", minute = "", half]) => timeOf(hour, minute, half));
  take(BESIDE_HOUR, besideHour);
  take(WITH_FRACTION, ([, hour = "", fraction = ""]) =>
    timeOf(hour, /^(?:m|d)/.test(fraction) ? "30" : "15", undefined),
  );
  take(APART, ([said, hour = "", minute = "", half]) => {
    const time = timeOf(hour, minute, half);
    // "Between 10 and 12" has two hours.
    return time && { ...time, isOpen: /\d (?:and|und|et|y|e) /u.test(said) };
  });
  take(HOUR, ([, hour = "", half]) => timeOf(hour, "0", half));
  return found;
}

function timeOf(hour: string, minute: string, half: string | undefined): SaidTime | undefined {
  const [h, m] = [Number(hour), Number(minute)];
  const isFull = hour.length === 2 && hour.startsWith("0");
  return h <= 24 && m <= 59 ? { hour: h % 24, minute: m, half: half?.charAt(0), isFull } : undefined;
}

function besideHour([, shift = "", side, hour = "", half]: RegExpExecArray): SaidTime | undefined {
  const isHalf = shift === "half" || shift === "halb";
  // "Half ten" is half past ten in English; "halb zehn" is half past nine in German.
  if (side === undefined && !isHalf) return undefined;
  const by = isHalf ? 30 : shift === "quarter" || shift === "viertel" ? 15 : Number(shift);
  const isPast = side === undefined ? shift === "half" : /^(?:past|after|nach)$/.test(side);
  if (by === 0 || Number(hour) > 24) return undefined;
  const minutes = (Number(hour) * 60 + (isPast ? by : -by) + 24 * 60) % (24 * 60);
  return { hour: Math.floor(minutes / 60), minute: minutes % 60, half: half?.charAt(0), isOpen: by < 15 };
}

function isSame({ hour, minute, half, isFull }: SaidTime, time: SaidTime): boolean {
  if (minute !== time.minute) return false;
  if (half === "a") return hour % 12 === time.hour;
  if (half === "p") return (hour % 12) + 12 === time.hour;
  return hour === time.hour || (!isFull && hour <= 12 && hour % 12 === time.hour % 12);
}

/** A text without these parts, in which everything else stays in its place. */
function blanked(text: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  const gone = new Uint8Array(text.length);
  for (const { start, end } of parts) gone.fill(1, start, end);
  return parts.length === 0 ? text : text.replace(/./gsu, (letter, at: number) => (gone[at] ? "·" : letter));
}
