import { wordCutter } from "./words.ts";

/** FNV-1a over UTF-16 code units; the start as a signed number of 32 bits, as which the engine handles all hashes. */
const HASH_START = 0x811c9dc5 | 0;

function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** A number of 32 bits that stands for a normalized word. */
export function hashOfWord(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = addToHash(hash, word.charCodeAt(at));
  return hash;
}

const APOSTROPHE = 0x27;

/** What a character that belongs to no word is read as. */
const BOUNDARY = 0;
/** Letters and digits are read as this or more: the code of "0". */
const FIRST_OF_WORDS = 0x30;
/** What a character is read as whose normalized form depends on its neighbours, or is several characters. */
const IN_CONTEXT = 0xffff;

/** The scripts before Armenian: Latin, Greek, Cyrillic. */
const TABLE_LENGTH = 0x530;

/** What each character is read as: letters and digits in lower case; what may join two of them as itself. */
const READINGS = Uint16Array.from({ length: TABLE_LENGTH }, (_, code) => {
  const character = String.fromCharCode(code);
  const lower = character.toLowerCase();
  const inContext = /\p{M}|Σ/u.test(character) || character.normalize("NFKC") !== character;
  if (inContext || lower.length > 1) return IN_CONTEXT;
  return /[\p{L}\p{N}',.]/u.test(character) ? lower.charCodeAt(0) : BOUNDARY;
});

/** Signs beyond the table that are common in any text. */
const TYPOGRAPHY: ReadonlyMap<number, number> = new Map(
  [..."‘“”„–—…"].map((sign): [number, number] => [sign.charCodeAt(0), BOUNDARY]),
).set("’".charCodeAt(0), APOSTROPHE);

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether the character at `at`, which follows a letter or digit and is read as `reading`, belongs to the word. */
function joins(reading: number, text: string, at: number): boolean {
  if (reading === BOUNDARY) return false;
  const next = text.charCodeAt(at + 1);
  if (reading === APOSTROPHE) return (READINGS[next] ?? BOUNDARY) >= FIRST_OF_WORDS;
  return isDigit(text.charCodeAt(at - 1)) && isDigit(next);
}

/** A list that hashes are added to; it is cut by setting its length. */
interface Hashes {
  length: number;
  push(hash: number): unknown;
}

/** What the character at `at` is read as. */
function readingAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return READINGS[code] ?? TYPOGRAPHY.get(code) ?? IN_CONTEXT;
}

/** Adds the hashes of the words of a text; false, with some of them added, where the table does not suffice. */
function addByTable(text: string, hashes: Hashes): boolean {
  const { length } = text;
  for (let at = 0; at < length; at++) {
    let reading = readingAt(text, at);
    if (reading < FIRST_OF_WORDS) continue;
    let hash = HASH_START;
    do {
      if (reading === IN_CONTEXT) return false;
      hash = addToHash(hash, reading);
      at++;
      reading = at < length ? readingAt(text, at) : BOUNDARY;
    } while (reading >= FIRST_OF_WORDS || joins(reading, text, at));
    hashes.push(hash);
  }
  return true;
}

/**
 * Makes a function that adds the hashes of a text's words (as of `wordCutter`) to a list. Text in Latin, Greek or
 * Cyrillic letters is read by a table, which is many times faster than normalizing and cutting.
 */
export function wordHasher(): (text: string, hashes: Hashes) => void {
  const cut = wordCutter();
  return (text, hashes) => {
    const before = hashes.length;
    if (addByTable(text, hashes)) return;
    hashes.length = before;
    for (const word of cut(text)) hashes.push(hashOfWord(word));
  };
}
