import type { Lexicon } from "./lexicon.ts";
import { numberAt, type Read, small } from "./numbers.ts";
import type { Word } from "./words.ts";

/** A sentence with its numbers in figures: "the fourth of May nineteen eighty-four" becomes "the 4 of May 1984". */
export function inFigures(text: string, words: readonly Word[], lexicon: Lexicon): string {
  let figures = "";
  let end = 0;
  let dayBefore = false;
  for (let at = 0; at < words.length; ) {
    const day = dayAt(words, at, lexicon);
    const read = day ?? yearAt(words, at, lexicon) ?? numberFrom(words, at, lexicon);
    const word = words[at];
    if (!word) break;
    if (!read) {
      dayBefore = false;
      at += 1;
      continue;
    }
    // "Einundzwanzigster Siebter einundneunzig" is 21.7.91.
    const joins = dayBefore && /^\s*$/.test(word.gap);
    figures +=
      (joins ? "" : text.slice(end, word.start)) +
      read.value +
      (day && lexicon.language.code === "de" ? "." : "");
    end = words[at + read.words - 1]?.end ?? word.end;
    dayBefore = day !== undefined && lexicon.language.code === "de";
    at += read.words;
  }
  return figures + text.slice(end);
}

/** "Twenty first", "einundzwanzigsten". */
function dayAt(words: readonly Word[], at: number, { ordinals }: Lexicon): Read<number> | undefined {
  const first = words[at]?.text ?? "";
  const pair = ordinals.get(`${first} ${words[at + 1]?.text ?? ""}`);
  if (pair !== undefined) return { value: pair, words: 2 };
  const value = ordinals.get(first);
  return value === undefined ? undefined : { value, words: 1 };
}

/** "Nineteen eighty-four", "twenty twenty-six". */
function yearAt(words: readonly Word[], at: number, lexicon: Lexicon): Read<number> | undefined {
  const century = small(words, at, lexicon).find(({ value }) => value === 19 || value === 20);
  if (!century || lexicon.language.code !== "en") return undefined;
  const [rest] = small(words, at + century.words, lexicon);
  if (!rest || rest.value < 10) return undefined;
  return { value: century.value * 100 + rest.value, words: century.words + rest.words };
}

/** Words that are more often something else stay. */
const NO_NUMBERS = new Set("a o un une una uno ein eins one".split(" "));

function numberFrom(words: readonly Word[], at: number, lexicon: Lexicon): Read<number> | undefined {
  const read = numberAt(words, at, lexicon);
  const isWord =
    read?.words === 1 && NO_NUMBERS.has(words[at]?.text ?? "") && !isMonthAfter(words, at, lexicon);
  return isWord ? undefined : read;
}

/** "El uno de julio". */
function isMonthAfter(words: readonly Word[], at: number, { months }: Lexicon): boolean {
  const [next, after] = [words[at + 1]?.text ?? "", words[at + 2]?.text ?? ""];
  return months.has(next) || (next === "de" && months.has(after));
}
