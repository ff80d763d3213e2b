/** Numbers in words, up to 999,999. */
import type { NumberLexicon } from "./lexicon.ts";
import type { Word } from "./words.ts";

export interface Read<T> {
  readonly value: T;
  /** How many words it has. */
  readonly words: number;
}

/** "quatre vingt dix huit" has four words. */
const LONGEST = 4;
/** The longest in one word is "siebenhundertsiebenundsiebzigtausend…". */
const LONGEST_WORD = 60;

/** The numbers below 100 that begin at a word, the longest first: "forty-two" is 42 and 40. */
export function small(words: readonly Word[], at: number, lexicon: NumberLexicon): Read<number>[] {
  const found: Read<number>[] = [];
  let text = "";
  for (let count = 1; count <= LONGEST; count++) {
    const word = words[at + count - 1];
    if (!word || (count > 1 && !isClose(word.gap))) break;
    text = count === 1 ? word.text : `${text} ${word.text}`;
    const value = lexicon.numbers.get(text) ?? together(words, at, count, lexicon);
    if (value !== undefined) found.unshift({ value, words: count });
  }
  return found;
}

/** "forty two", "cuarenta y dos", "soixante et onze". */
function together(
  words: readonly Word[],
  at: number,
  count: number,
  { numbers, and }: NumberLexicon,
): number | undefined {
  const isJoined = count === 3 && and.has(words[at + 1]?.text ?? "");
  if (count !== 2 && !isJoined) return undefined;
  const tens = numbers.get(words[at]?.text ?? "") ?? 0;
  const unit = numbers.get(words[at + count - 1]?.text ?? "") ?? 0;
  const most = tens === 60 && isJoined ? 19 : 9;
  return tens >= 20 && tens % 10 === 0 && unit >= 1 && unit <= most ? tens + unit : undefined;
}

/** Whether what is between two words does not part them. */
export const isClose = (gap: string) => /^[\s\u2010-\u2013-]{0,3}$/.test(gap);

/** The longest number that begins at a word: "two hundred and fifty", "zweihundertfünfzig", "mil novecientos". */
export function numberAt(
  words: readonly Word[],
  at: number,
  lexicon: NumberLexicon,
): Read<number> | undefined {
  let total = 0;
  let part: number | undefined;
  let used = 0;
  for (let next = at; ; ) {
    const word = words[next];
    if (!word || (next > at && !isClose(word.gap))) break;
    if (lexicon.thousands.has(word.text) && total === 0) {
      total = (part ?? 1) * 1000;
      part = undefined;
      next += 1;
      used = next - at;
      continue;
    }
    const hundred = hundredsOf(word.text, lexicon);
    if (hundred !== undefined && (part === undefined || (part < 100 && hundred === 100))) {
      part = part === undefined ? hundred : part * hundred;
      next += 1;
      used = next - at;
      continue;
    }
    const isAnd = lexicon.and.has(word.text) && used > 0 && (part ?? 0) % 100 === 0 && lexicon.code === "en";
    const from = isAnd ? next + 1 : next;
    const one = article(word.text, words[next + 1]?.text, lexicon);
    const [below] = one ?? small(words, from, lexicon);
    if (below && (part === undefined || (part >= 100 && part % 100 === 0))) {
      part = (part ?? 0) + below.value;
      next = from + below.words;
      used = next - at;
      continue;
    }
    const compound = used === 0 ? inOneWord(word.text, lexicon) : undefined;
    if (compound === undefined) break;
    part = compound;
    next += 1;
    used = next - at;
    if (part >= 1000) break;
  }
  return used > 0 ? { value: total + (part ?? 0), words: used } : undefined;
}

/** "A hundred". */
const article = (
  word: string,
  next: string | undefined,
  lexicon: NumberLexicon,
): Read<number>[] | undefined =>
  word === "a" && next !== undefined && (lexicon.hundreds.has(next) || lexicon.thousands.has(next))
    ? [{ value: 1, words: 1 }]
    : undefined;

/** "doscientos", "quinientas". */
function hundredsOf(word: string, { hundreds, numbers, code }: NumberLexicon): number | undefined {
  const known = hundreds.get(word);
  if (known !== undefined || code !== "es") return known;
  const irregular = { quin: 5, sete: 7, nove: 9 }[
    /^(quin|sete|nove)(?:cient|ient)[oa]s$/.exec(word)?.[1] ?? ""
  ];
  const unit = irregular ?? numbers.get(/^([a-z]{3,6})cient[oa]s$/.exec(word)?.[1] ?? "");
  return unit === undefined ? undefined : unit * 100;
}

/** "zweihundertfünfzig", "neunzehnhunderteinundneunzig", "dreitausendvier". */
function inOneWord(word: string, { numbers, hundreds, thousands }: NumberLexicon): number | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const value = (part: string): number | undefined => {
    if (part === "") return 0;
    for (const [marks, times] of [
      [[...thousands], 1000],
      [[...hundreds.keys()], 100],
    ] as const)
      for (const mark of marks) {
        const place = part.indexOf(mark);
        if (place < 0) continue;
        const before = place === 0 ? 1 : value(part.slice(0, place));
        const after = value(part.slice(place + mark.length).replace(/^und(?=ein)/, ""));
        return before === undefined || after === undefined ? undefined : before * times + after;
      }
    return numbers.get(part);
  };
  return numbers.has(word) ? undefined : value(word);
}
