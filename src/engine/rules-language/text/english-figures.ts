/** English words for numbers, in figures. */

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const DAYS_FROM_20 = new Map([["thirtieth", 30]]);
const MONTHS_AND_DAYS =
  "january february march april may june july august september october november december sunday monday tuesday wednesday thursday friday saturday".split(
    " ",
  );

/** What a word says as a number below 100. */
function valueOfWord(word: string): number | undefined {
  const small = SMALL.indexOf(word);
  if (small >= 0) return small;
  const tens = TENS.indexOf(word);
  return tens < 0 ? undefined : (tens + 2) * 10;
}

/** The number of a day: "fifth", and after "twenty" as well. */
function dayOf(word: string): number | undefined {
  const place = ORDINALS.indexOf(word);
  return place < 0 ? DAYS_FROM_20.get(word) : place + 1;
}

/**
 * A text with its English numbers in figures: "ten forty" becomes "10 40", "ten oh five" "10 05", "two hundred and fifty" "250".
 * Ordinals become figures only beside a month or a day of the week: "the fifth of March" becomes "the 5th of March".
 */
export function englishFigures(text: string): string {
  // Words at odd places, what is between them at even ones.
  const parts = text.split(/(\p{L}+)/u);
  const word = (at: number): string => parts[at]?.toLowerCase() ?? "";
  const isClose = (at: number) => /^[\s-]{1,3}$/.test(parts[at] ?? "");
  let written = parts[0] ?? "";
  for (let at = 1; at < parts.length; ) {
    const read = numberAt(at, word, isClose) ?? ordinalAt(at, word, isClose);
    const last = read ? at + 2 * (read.words - 1) : at;
    const isJoined =
      read !== undefined && parts[last + 1] === "-" && valueOfWord(word(last + 2)) !== undefined;
    written += (read?.figures ?? parts[at] ?? "") + (isJoined ? " " : (parts[last + 1] ?? ""));
    at = last + 2;
  }
  return written;
}

interface Read {
  readonly figures: string;
  readonly words: number;
}

type WordAt = (at: number) => string;
type IsClose = (at: number) => boolean;

function numberAt(from: number, word: WordAt, isClose: IsClose): Read | undefined {
  // "Ten oh five".
  if ((word(from) === "oh" || word(from) === "o") && isClose(from - 1) && isClose(from + 1)) {
    const unit = valueOfWord(word(from + 2));
    const isAfterHour = (valueOfWord(word(from - 2)) ?? 99) <= 23;
    return unit !== undefined && unit > 0 && unit < 10 && isAfterHour
      ? { figures: `0${unit}`, words: 2 }
      : undefined;
  }
  let total = 0;
  let part = valueOfWord(word(from));
  if (part === undefined) return undefined;
  let words = 1;
  for (;;) {
    const at = from + 2 * words;
    if (!isClose(at - 1)) break;
    const isAnd = word(at) === "and" && isClose(at + 1) && (part % 100 === 0 || part === 0) && words > 1;
    const next = valueOfWord(word(isAnd ? at + 2 : at));
    if (word(at) === "hundred" && part > 0 && part < 100) part *= 100;
    else if (word(at) === "thousand" && part > 0 && total === 0) {
      total = part * 1000;
      part = 0;
    } else if (next !== undefined && next > 0 && fits(part, next, total > 0)) part += next;
    else break;
    words += isAnd ? 2 : 1;
  }
  const day = part >= 20 && part % 10 === 0 && isClose(from + 1) ? dayOf(word(from + 2)) : undefined;
  if (words === 1 && day !== undefined && day < 10) return { figures: `${part + day}th`, words: 2 };
  return { figures: String(total + part), words };
}

/** Whether a number continues: "forty" and "five", "two hundred" and "fifty", but not "ten" and "forty". */
function fits(part: number, next: number, isAfterThousand: boolean): boolean {
  if (part === 0) return isAfterThousand;
  if (part % 100 === 0) return true;
  const tens = part % 100;
  return tens >= 20 && tens % 10 === 0 && next < 10;
}

function ordinalAt(from: number, word: WordAt, isClose: IsClose): Read | undefined {
  const alone = dayOf(word(from));
  if (alone === undefined) return undefined;
  const before = isClose(from - 1) && word(from - 2) === "the" ? from - 4 : from - 2;
  const after = isClose(from + 1) && word(from + 2) === "of" ? from + 4 : from + 2;
  const isBeside = MONTHS_AND_DAYS.includes(word(before)) || MONTHS_AND_DAYS.includes(word(after));
  return isBeside ? { figures: `${alone}th`, words: 1 } : undefined;
}
