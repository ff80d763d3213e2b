/**
 * More marks than any script puts on one letter: the limit of Unicode's stream-safe text (UAX #15). The last two are the
 * voicing marks of halfwidth Japanese, which become marks.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** Most texts are in one form only. */
const BEYOND_ASCII = /[^ -~\t\r\n]/;

/**
 * Text in Unicode's form NFKC, or NFKD, with at most 30 marks on one letter. To put marks in their order takes time that
 * grows with the square of their number: 100,000 of them take seconds.
 */
export const compatible = (text: string, form: "NFKC" | "NFKD" = "NFKC"): string =>
  BEYOND_ASCII.test(text) ? text.replace(TOO_MANY_MARKS, "$1").normalize(form) : text;

/**
 * Normalizes text without changing its letters: NFKC, without Arabic vowel signs and stretching, without
 * invisible joiners, with one kind of apostrophe.
 */
export function clean(text: string): string {
  return compatible(text)
    .replace(/[\u064B-\u0652\u0640\u200B-\u200D\u2060\uFEFF]/g, "")
    .replace(/[’‘ʼ＇]/g, "'");
}

/**
 * `clean` text for comparison: no case, one alef, one final ya. It has the same length as the clean text, and
 * the same positions.
 */
export function fold(text: string): string {
  return clean(text)
    .replaceAll("İ", "i")
    .toLowerCase()
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي");
}

const BOUNDED = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{N}']$/u;

/**
 * Where a cue is in folded text. Cues in Latin and Cyrillic letters match whole words, or beginnings of words
 * if they end in `*`. In scripts that join words by suffixes or write no spaces, a cue may be anywhere. The
 * parts of a cue with `~` must occur in this order, with anything between them ("habe~storniert").
 */
export function cueSpan(folded: string, cue: string): readonly [number, number] | undefined {
  // Thousands of cues are looked up in a turn, and hardly any has parts.
  if (!cue.includes("~")) return partSpan(folded, cue, 0);
  let span: readonly [number, number] | undefined;
  for (const part of cue.split("~")) {
    const place = partSpan(folded, part, span?.[1] ?? 0);
    if (!place) return undefined;
    span = [span?.[0] ?? place[0], place[1]];
  }
  return span;
}

function partSpan(folded: string, part: string, from: number): readonly [number, number] | undefined {
  const open = part.endsWith("*");
  const text = open ? part.slice(0, -1) : part;
  const first = folded.indexOf(text, from);
  // Most texts do not contain most cues.
  if (first < 0) return undefined;
  const startBound = BOUNDED.test(text.charAt(0));
  const endBound = !open && BOUNDED.test(text.charAt(text.length - 1));
  for (let at = first; at >= 0; at = folded.indexOf(text, at + 1)) {
    const end = at + text.length;
    const starts = !startBound || at === 0 || !BOUNDED.test(folded.charAt(at - 1));
    const ends = !endBound || end === folded.length || !BOUNDED.test(folded.charAt(end));
    if (starts && ends) return [at, end];
  }
  return undefined;
}

/** Whether folded text contains any of the cues. */
export function mentions(folded: string, cues: readonly string[]): boolean {
  return cues.some((cue) => cueSpan(folded, cue) !== undefined);
}
