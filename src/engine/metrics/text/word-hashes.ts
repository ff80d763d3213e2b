import { HashList } from "./hash-list.ts";
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

/** The scripts before Syriac: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic. */
const END_OF_SCRIPTS = 0x700;

/** Signs beyond those scripts that are common in any text; they belong to no word. */
const TYPOGRAPHY = "‘“”„–—…";

/** What each UTF-16 code unit is read as: letters and digits in lower case; what may join two of them as itself. */
const READINGS = readings();

function readings(): Uint16Array {
  const table = new Uint16Array(0x10000).fill(IN_CONTEXT);
  for (let code = 0; code < END_OF_SCRIPTS; code++) table[code] = readingOf(String.fromCharCode(code));
  for (const sign of TYPOGRAPHY) table[sign.charCodeAt(0)] = BOUNDARY;
  table["’".charCodeAt(0)] = APOSTROPHE;
  return table;
}

function readingOf(character: string): number {
  const lower = character.toLowerCase();
  const inContext = /\p{M}|Σ/u.test(character) || character.normalize("NFKC") !== character;
  if (inContext || lower.length > 1) return IN_CONTEXT;
  return /[\p{L}\p{N}',.]/u.test(character) ? lower.charCodeAt(0) : BOUNDARY;
}

/** What stands behind each text: it belongs to no word. */
const SEPARATOR = "\n";

/** The UTF-16 code units of texts, each followed by a separator. Reading them is much faster than `charCodeAt`. */
function codeUnitsOf(texts: readonly string[]): Uint16Array {
  const joined = texts.join(SEPARATOR) + SEPARATOR;
  const bytes = Buffer.from(joined, "utf16le");
  return new Uint16Array(bytes.buffer, bytes.byteOffset, joined.length);
}

function readingAt(units: Uint16Array, at: number): number {
  return READINGS[units[at] ?? 0] ?? IN_CONTEXT;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether the unit at `at`, which follows a letter or digit and is read as `reading`, belongs to the word. */
function joins(reading: number, units: Uint16Array, at: number): boolean {
  if (reading === BOUNDARY) return false;
  if (reading === APOSTROPHE) return readingAt(units, at + 1) >= FIRST_OF_WORDS;
  return isDigit(units[at - 1] ?? 0) && isDigit(units[at + 1] ?? 0);
}

/** Adds the hashes of the words of a text; false, with some of them added, where the table does not suffice. */
function addByTable(units: Uint16Array, begin: number, end: number, hashes: HashList): boolean {
  for (let at = begin; at < end; at++) {
    let reading = readingAt(units, at);
    if (reading < FIRST_OF_WORDS) continue;
    let hash = HASH_START;
    do {
      if (reading === IN_CONTEXT) return false;
      hash = addToHash(hash, reading);
      reading = readingAt(units, ++at);
    } while (reading >= FIRST_OF_WORDS || joins(reading, units, at));
    hashes.push(hash);
  }
  return true;
}

/** The hashes of the words of several texts, in order. */
export interface WordHashes {
  hashes: Int32Array;
  /** For each text where its words end among all. */
  ends: readonly number[];
}

/**
 * Hashes the words of texts (as of `wordCutter`). Text in a script of the table is read by it, which is many times
 * faster than normalizing and cutting.
 */
export function hashWords(texts: readonly string[]): WordHashes {
  const units = codeUnitsOf(texts);
  const cut = wordCutter();
  const hashes = new HashList();
  const ends: number[] = [];
  let begin = 0;
  for (const text of texts) {
    const end = begin + text.length;
    const known = hashes.length;
    if (!addByTable(units, begin, end, hashes)) {
      hashes.length = known;
      for (const word of cut(text)) hashes.push(hashOfWord(word));
    }
    ends.push(hashes.length);
    begin = end + SEPARATOR.length;
  }
  return { hashes: hashes.view(), ends };
}
