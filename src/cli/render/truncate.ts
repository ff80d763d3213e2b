import stringWidth from "string-width";

/** Wider than any terminal. Beyond this the exact width does not matter, and measuring it takes long. */
const LONG = 10_000;

/** Latin, Greek and Cyrillic letters without combining marks, and dashes and dots: each takes one column. */
const PLAIN = /^[\x20-\x7e\xa1-\xa8\xaa-\xac\xaf-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]*$/;

const isPlain = (text: string) => PLAIN.test(text);

/** Creating one takes longer than using it. */
const SEGMENTER = new Intl.Segmenter();

/** How many columns a text takes. Wide characters take two, and combining marks take none. */
export function displayWidth(text: string): number {
  return text.length > LONG || isPlain(text) ? text.length : stringWidth(text);
}

/** Cuts a text to a display width. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const start = text.slice(0, width);
  if (isPlain(start)) return `${start.slice(0, Math.max(width - 1, 0))}…`;
  let kept = "";
  let taken = 0;
  for (const { segment } of SEGMENTER.segment(text.slice(0, LONG))) {
    taken += displayWidth(segment);
    if (taken > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
