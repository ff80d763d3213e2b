import stringWidth from "string-width";

/** Below this many columns lines are not broken: every word would be on a line of its own. */
const NARROWEST = 20;

/**
 * Wraps a text: the first line after `head`, the others indented by the width of `head`. Lines break between words;
 * without `columns` they do not break. White space collapses to one blank.
 */
export function wrap(head: string, text: string, columns: number | undefined): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const indent = stringWidth(head);
  const width = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(columns - indent, NARROWEST);
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && stringWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines.map((part, at) => `${at === 0 ? head : " ".repeat(indent)}${part}`.trimEnd());
}
