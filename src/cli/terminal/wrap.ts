import stringWidth from "string-width";

/** The beginning of a line of two or three columns, such as a time and a name, or a name and its meaning. */
const MARGIN = /^\s*\S+ {2,}(?:\S+ {2,})?/;
/** A command in backquotes stays on one line, so that it can be copied. */
const WORD = /(?:[^\s`]*`[^`]*`\S*|\S+)\s*/g;

/** A longer text than any screen is not measured: it breaks, however wide it is. */
const LONG = 1000;

/** Measuring takes long, and most words need none. */
const widthOf = (text: string) =>
  text.length > LONG || /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);

/** The words of a text, each with the blanks that follow it. */
export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/**
 * Wraps text for a terminal: lines that are too long break between words, and continue below where their text
 * begins.
 */
export const wrap = (text: string, columns: number): string =>
  text
    .split("\n")
    .map((line) => (widthOf(line) <= columns ? line : wrapLine(line, columns)))
    .join("\n");

function wrapLine(line: string, columns: number): string {
  const margin = MARGIN.exec(line)?.[0];
  const hasMargin = margin !== undefined && margin.length <= columns / 2;
  const start = hasMargin ? margin : (/^\s*/.exec(line)?.[0] ?? "");
  const indent = " ".repeat(hasMargin ? start.length : start.length + 2);
  const words = wordsOf(line.slice(start.length));
  return fill(start, words, { indent, columns }).join("\n");
}

/**
 * Lines of words, the first of them after `head`. A word that is too long gets a line of its own. If there is no
 * limit to the columns, it is one line, and nothing is measured.
 * @param words each with the blanks that follow it
 */
export function fill(
  head: string,
  words: Iterable<string>,
  { indent, columns }: { readonly indent: string; readonly columns: number },
): string[] {
  if (columns === Number.POSITIVE_INFINITY) return [[head, ...words].join("").trimEnd()];
  const lines: string[] = [];
  let current = head;
  let hasWords = false;
  let taken = widthOf(head);
  for (const word of words) {
    if (hasWords && taken + widthOf(word.trimEnd()) > columns) {
      lines.push(current.trimEnd());
      current = indent;
      taken = indent.length;
    }
    current += word;
    hasWords = true;
    taken += widthOf(word);
  }
  return [...lines, current.trimEnd()];
}
