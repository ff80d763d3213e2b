/** Numbers, codes and letters as people say them, character by character or in groups. */

import { numberAt, type Read, small } from "../numbers/number-at.ts";
import type { Word } from "../numbers/words.ts";
import type { Lexicon } from "./lexicon.ts";

/** The characters that some words may stand for. */
export interface Group extends Read<string> {
  /** Could also be an ordinary word: it is not read without a reason. */
  readonly doubtful?: true;
}

const MOST_CHARACTERS = 40;
/** Single letters that are words. */
const IS_WORD = new Set("a i y e o u à m l d s c j n t".split(" "));
/** What ends a number. */
const BREAK = /[?!;:…]|\.\s*$/;

/** Reads the groups of characters that begin at each word of a sentence. Every place is read once. */
export function groupsIn(words: readonly Word[], lexicon: Lexicon): (at: number) => readonly Group[] {
  const known: (readonly Group[])[] = [];
  return (at) => {
    const found = known[at] ?? groupsAt(words, at, lexicon);
    known[at] = found;
    return found;
  };
}

function groupsAt(words: readonly Word[], at: number, lexicon: Lexicon): Group[] {
  const word = words[at];
  if (!word) return [];
  const { text, raw } = word;
  if (/^\p{Nd}/u.test(text) || (/\p{Nd}/u.test(text) && text.length <= MOST_CHARACTERS))
    return [{ value: text, words: 1 }];
  const groups: Group[] = [...repeated(words, at, lexicon), ...spelled(words, at, lexicon)];
  for (const { value, words: count } of small(words, at, lexicon)) {
    const isLetter = count === 1 && text.length === 1;
    groups.push({ value: String(value), words: count, ...(isLetter && { doubtful: true }) });
  }
  const long = numberAt(words, at, lexicon);
  if (long && long.value > 99) groups.push({ value: String(long.value), words: long.words });
  if (text.length > 1 && text.length <= 8 && (raw === raw.toUpperCase() || text.length <= 3))
    groups.push({ value: text, words: 1, ...(raw !== raw.toUpperCase() && { doubtful: true }) });
  return groups;
}

/** "double five", "triple zero". */
function repeated(words: readonly Word[], at: number, lexicon: Lexicon): Group[] {
  const times = lexicon.repeats.get(words[at]?.text ?? "");
  if (times === undefined) return [];
  const next = words[at + 1];
  if (!next) return [];
  const one = [...spelled(words, at + 1, lexicon), ...small(words, at + 1, lexicon)]
    .map(({ value, words: count }) => ({ value: String(value), words: count }))
    .concat(/^\p{Nd}$/u.test(next.text) ? [{ value: next.text, words: 1 }] : []);
  return one
    .filter(({ value }) => value.length === 1)
    .map(({ value, words: count }) => ({ value: value.repeat(times), words: count + 1 }));
}

/** "B", "bravo", "B as in bravo", "uve doble". */
function spelled(words: readonly Word[], at: number, { letters, as_in }: Lexicon): Group[] {
  const word = words[at];
  if (!word) return [];
  const pair = letters.get(`${word.text} ${words[at + 1]?.text ?? ""}`);
  const groups: Group[] = pair === undefined ? [] : [{ value: pair, words: 2 }];
  const isOne = word.text.length === 1;
  const letter = isOne ? word.text : letters.get(word.text);
  if (letter === undefined) return groups;
  for (const count of [2, 1]) {
    const connector = words.slice(at + 1, at + 1 + count).map(({ text }) => text);
    const example = words[at + 1 + count];
    if (connector.length === count && as_in.has(connector.join(" ")) && example?.text.startsWith(letter))
      groups.push({ value: letter, words: count + 2 });
  }
  const doubtful = isOne ? IS_WORD.has(word.raw) : true;
  groups.push({ value: letter, words: 1, ...(doubtful && { doubtful: true as const }) });
  return groups;
}

/** Where in a sentence a value is, as positions of words. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Where a value is said whole, in lower case, without signs: the first and the last word. More digits right before or after it
 * make it another value, unless there is a country code before it.
 */
export function spell(
  words: readonly Word[],
  groups: ReturnType<typeof groupsIn>,
  value: string,
): Span | undefined {
  if (value === "" || value.length > MOST_CHARACTERS) return undefined;
  for (let at = 0; at < words.length; at++) {
    const to = endOf(words, groups, at, value);
    if (to === undefined) continue;
    if (isDigit(value.at(-1)) && runsOn(words, groups, to)) continue;
    if (isDigit(value[0]) && value.length < 7 && comesFrom(words, groups, at)) continue;
    return { from: at, to };
  }
  return undefined;
}

const isDigit = (character: string | undefined) => character !== undefined && /\p{Nd}/u.test(character);

/** The last word of the shortest reading that is the value. */
function endOf(
  words: readonly Word[],
  groups: ReturnType<typeof groupsIn>,
  start: number,
  value: string,
): number | undefined {
  const seen = new Set<string>();
  const open: { at: number; done: number }[] = [{ at: start, done: 0 }];
  let best: number | undefined;
  for (let state = open.pop(); state; state = open.pop()) {
    const { at, done } = state;
    if (done === value.length) {
      best = Math.max(best ?? 0, at - 1);
      continue;
    }
    if (at > start && BREAK.test(words[at]?.gap ?? "")) continue;
    const key = `${at} ${done}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { value: part, words: count } of groups(at))
      if (value.startsWith(part, done)) open.push({ at: at + count, done: done + part.length });
    if (at > start && isBetween(words[at])) open.push({ at: at + 1, done });
  }
  return best;
}

const BETWEEN = new Set(
  "and then und dann y luego et puis dash hyphen strich bindestrich guion tiret space leerzeichen espacio espace um uh ahm euh eh".split(
    " ",
  ),
);
const isBetween = (word: Word | undefined) => word !== undefined && BETWEEN.has(word.text);

const startsWithDigit = (groups: readonly Group[]) =>
  groups.some(({ value, doubtful }) => !doubtful && isDigit(value[0]));

const isApart = (gap: string) => BREAK.test(gap) || gap.includes(",");

function runsOn(words: readonly Word[], groups: ReturnType<typeof groupsIn>, last: number): boolean {
  const next = words[last + 1];
  return next !== undefined && !isApart(next.gap) && startsWithDigit(groups(last + 1));
}

function comesFrom(words: readonly Word[], groups: ReturnType<typeof groupsIn>, first: number): boolean {
  const before = words[first - 1];
  return before !== undefined && !isApart(words[first]?.gap ?? "") && startsWithDigit(groups(first - 1));
}

/** What is said from one word on, read in the way that is most likely: longer groups first. */
export interface Run extends Span {
  readonly value: string;
}

/** The numbers and codes in a sentence that nothing is known about. */
export function runsIn(words: readonly Word[], groups: ReturnType<typeof groupsIn>): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < words.length; ) {
    const run = runAt(words, groups, at);
    if (run && (/\p{Nd}/u.test(run.value) || run.value.length > 2)) runs.push(run);
    at = run ? run.to + 1 : at + 1;
  }
  return runs;
}

function runAt(words: readonly Word[], groups: ReturnType<typeof groupsIn>, from: number): Run | undefined {
  let value = "";
  let certain = false;
  let at = from;
  let end = from;
  while (at < words.length) {
    if (at > from && BREAK.test(words[at]?.gap ?? "")) break;
    if (at > from && isBetween(words[at])) {
      at += 1;
      continue;
    }
    const isOpen = value !== "";
    const [best] = groups(at)
      .filter(
        ({ value: part, doubtful }) =>
          !doubtful || (isOpen ? /^[\s.-]*$/.test(words[at]?.gap ?? "") : part.length === 1),
      )
      .toSorted((a, b) => Number(a.doubtful ?? false) - Number(b.doubtful ?? false) || b.words - a.words);
    if (!best) break;
    // A word that may be a letter has to have a character beside it.
    if (best.doubtful && !isOpen && !groups(at + 1).some(({ doubtful }) => !doubtful)) break;
    if (best.doubtful && isOpen && best.value.length > 1) break;
    value += best.value;
    certain ||= !best.doubtful;
    at += best.words;
    end = at;
    if (value.length > MOST_CHARACTERS) break;
  }
  return certain && end > from ? { value, from, to: end - 1 } : undefined;
}
