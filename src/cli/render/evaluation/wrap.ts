import stringWidth from "string-width";
import { fill } from "../../terminal/wrap.ts";

/** With fewer columns than this, lines are not broken, because every word would be on a line of its own. */
const NARROWEST = 20;

/**
 * Wraps a text. The first line comes after `head`, and the others are indented by the width of `head`. Lines
 * break between words. Without `columns` they do not break. White space collapses to one blank.
 */
export function wrap(head: string, text: string, columns: number | undefined): string[] {
  const words = text.split(/\s+/).flatMap((word) => (word === "" ? [] : [`${word} `]));
  const indent = " ".repeat(stringWidth(head));
  const width = Math.max(columns ?? Number.POSITIVE_INFINITY, indent.length + NARROWEST);
  return fill(head, words, { indent, columns: width });
}
