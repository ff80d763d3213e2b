import { isPause } from "./pauses.ts";

interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Digits in several groups with pauses in between: `5105 then 1051 … 0510 … 5100`. */
export interface GroupedDigits {
  readonly start: number;
  readonly end: number;
  /** The groups, with one blank between them. */
  readonly digits: string;
}

/** What is between groups that are not apart. */
const SIMPLE = /^[ .\u2010-\u2013-]{1,2}$/;
/** No card or phone number has more digits. */
const MOST_DIGITS = 19;

/**
 * The numbers in a text whose groups are apart, the first and longest of those that are meant. The text has
 * plain digits.
 * @param least how many digits such a number has at least
 */
export function groupedDigits(
  text: string,
  least: number,
  isMeant: (found: GroupedDigits) => boolean,
): GroupedDigits[] {
  const numbers: GroupedDigits[] = [];
  const groups = Array.from(
    text.matchAll(/[0-9]+/g),
    ({ 0: digits, index }): Group => ({ start: index, end: index + digits.length, digits }),
  );
  for (let first = 0; first < groups.length; ) {
    const candidates = from(groups, first, text, least);
    const chosen = candidates.findLast(({ number }) => isMeant(number));
    if (chosen) numbers.push(chosen.number);
    first = chosen ? chosen.last + 1 : first + 1;
  }
  return numbers;
}

/** Every number with a pause in it that begins at a group. */
function from(groups: readonly Group[], first: number, text: string, least: number) {
  const candidates: { readonly number: GroupedDigits; readonly last: number }[] = [];
  const begin = groups[first];
  if (!begin || begin.digits.length > MOST_DIGITS) return candidates;
  let { digits } = begin;
  let hasPause = false;
  const start = begin.start - (text[begin.start - 1] === "+" ? 1 : 0);
  let count = digits.length;
  for (let last = first + 1; ; last++) {
    const [before, group] = [groups[last - 1], groups[last]];
    if (!before || !group) return candidates;
    const between = text.slice(before.end, group.start);
    const isApart = isPause(between);
    if (!isApart && !SIMPLE.test(between)) return candidates;
    hasPause ||= isApart;
    count += group.digits.length;
    if (count > MOST_DIGITS) return candidates;
    digits += ` ${group.digits}`;
    if (hasPause && count >= least) candidates.push({ number: { start, end: group.end, digits }, last });
  }
}
