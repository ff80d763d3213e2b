/** A sentence of a prompt as a list of words, names, figures, and quotations. */
import { ENGLISH_NUMBERS } from "../../numbers/number-words.ts";
import { clean, fold } from "../../transcript/fold.ts";

export interface Token {
  /** As written. A quotation without its quotation marks. */
  readonly text: string;
  /** For comparison with the lexicon. */
  readonly lower: string;
  readonly kind: "word" | "tool" | "quote" | "money" | "percent" | "number" | "code" | "sign";
}

const KINDS: readonly (readonly [Token["kind"], RegExp])[] = [
  ["quote", /["“]([^"“”\n]{1,300})["”]/y],
  ["quote", /(?<![\p{L}\p{N}])'([^'\n]{2,300})'(?![\p{L}\p{N}])/uy],
  ["tool", /[a-z][a-z0-9]{0,40}(?:[_.][a-z0-9]{1,40}){1,8}(?![\p{L}\p{N}])/uy],
  ["money", /[$€£] ?\d[\d,]{0,14}(?:\.\d{1,6})?/y],
  ["percent", /\d{1,6}(?:\.\d{1,6})? ?%/y],
  [
    "code",
    /(?=[\w-]{0,20}\d)(?=[\w-]{0,20}[A-Za-z])[A-Za-z0-9]{1,20}(?:-[A-Za-z0-9]{1,20}){0,4}(?![\p{L}\p{N}])/uy,
  ],
  ["code", /\+?\d{3,6}(?: \d{2,5}){1,4}(?![\d,.]\d)/y],
  ["number", /\d[\d,]{0,14}(?:\.\d{1,6})?/y],
  ["word", /\p{L}[\p{L}\p{M}]{0,60}(?:['-][\p{L}\p{M}]{1,40}){0,4}/uy],
  // Markup around a word says nothing; every other character does.
  ["sign", /[^\s*_`]/uy],
];

/** Longer sentences say several things, and no agent's author reads them as one. */
export const LONGEST_SENTENCE = 500;

export function tokensOf(sentence: string): Token[] {
  const text = clean(sentence.slice(0, LONGEST_SENTENCE));
  const found: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const match = firstOf(text, at);
    if (!match) {
      at += 1;
      continue;
    }
    const [kind, whole, inner] = match;
    // A quoted word is never one of the sentence's own.
    found.push({ kind, text: inner, lower: kind === "quote" ? `"${fold(inner)}"` : fold(inner) });
    at += whole.length;
  }
  return found;
}

function firstOf(text: string, at: number): [Token["kind"], whole: string, inner: string] | undefined {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const [whole, inner] = pattern.exec(text) ?? [];
    if (whole !== undefined) return [kind, whole, inner ?? whole];
  }
  return undefined;
}

/** Whether a word is one of the lexicon's. `refund*` stands for every word that begins so. */
export const isOneOf = ({ lower }: Token, words: readonly string[]): boolean =>
  words.some((word) => (word.endsWith("*") ? lower.startsWith(word.slice(0, -1)) : lower === word));

export interface Found {
  readonly at: number;
  readonly end: number;
  readonly phrase: string;
}

/** The longest of the phrases that is at this place. */
export function phraseAt(
  tokens: readonly Token[],
  at: number,
  phrases: readonly string[],
): Found | undefined {
  let longest: Found | undefined;
  for (const phrase of phrases) {
    const end = endOf(phrase, tokens, at);
    if (end !== undefined && !(longest && end <= longest.end)) longest = { at, end, phrase };
  }
  return longest;
}

/** Behind the last word of the phrase, if it is here. Hundreds are looked up at each word, so nothing is copied. */
function endOf(phrase: string, tokens: readonly Token[], at: number): number | undefined {
  let place = at;
  for (let from = 0; from <= phrase.length; place += 1) {
    const lower = tokens[place]?.lower;
    const space = phrase.indexOf(" ", from);
    const to = space < 0 ? phrase.length : space;
    if (lower === undefined || !isWordOf(phrase, from, to, lower)) return undefined;
    from = to + 1;
  }
  return place;
}

function isWordOf(phrase: string, from: number, to: number, lower: string): boolean {
  if (phrase.charAt(to - 1) !== "*") return lower.length === to - from && phrase.startsWith(lower, from);
  return lower.startsWith(phrase.slice(from, to - 1));
}

/** The first of the phrases, from the left. */
export function findPhrase(tokens: readonly Token[], phrases: readonly string[]): Found | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    const found = phraseAt(tokens, at, phrases);
    if (found) return found;
  }
  return undefined;
}

export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ kind, text }) => (kind === "quote" ? JSON.stringify(text) : text))
    .join(" ")
    .replace(/ (?=[,;:.?!)])/g, "");

/** The number that a token is, in digits or in a word. */
export function numberIn({ kind, lower }: Token): number | undefined {
  if (kind === "number" || kind === "money") return Number(lower.replace(/[^\d.]/g, ""));
  return ENGLISH_NUMBERS.get(lower);
}
