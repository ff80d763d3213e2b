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

/** For an ASCII letter or digit its code in lower case, for other characters 0. */
const WORD_CODES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0;
});

const LAST_ASCII = 0x7f;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const FULL_STOP = 0x2e;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether the character `code` at `at`, which follows a letter or digit, belongs to the word. */
function joins(code: number, text: string, at: number): boolean {
  if (code !== APOSTROPHE && code !== COMMA && code !== FULL_STOP) return false;
  const next = text.charCodeAt(at + 1);
  return code === APOSTROPHE ? Boolean(WORD_CODES[next]) : isDigit(text.charCodeAt(at - 1)) && isDigit(next);
}

/** Adds the hashes of the words of an ASCII text; false, with some of them added, when the text is not ASCII. */
function addAsciiHashes(text: string, hashes: number[]): boolean {
  let inWord = false;
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > LAST_ASCII) return false;
    const lower = WORD_CODES[code] ?? 0;
    if (lower !== 0) {
      inWord = true;
      hash = addToHash(hash, lower);
    } else if (inWord) {
      if (joins(code, text, at)) {
        hash = addToHash(hash, code);
      } else {
        hashes.push(hash);
        inWord = false;
        hash = HASH_START;
      }
    }
  }
  if (inWord) hashes.push(hash);
  return true;
}

/**
 * Makes a function that adds the hashes of a text's words (as of `wordCutter`) to a list. ASCII is read by hand, which
 * is several times faster than cutting, and nearly all text is ASCII.
 */
export function wordHasher(): (text: string, hashes: number[]) => void {
  const cut = wordCutter();
  return (text, hashes) => {
    const before = hashes.length;
    if (addAsciiHashes(text, hashes)) return;
    hashes.length = before;
    for (const word of cut(text)) hashes.push(hashOfWord(word));
  };
}
