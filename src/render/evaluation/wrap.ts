import stringWidth from "string-width";

/** Below this many columns nothing is broken into lines: every word would stand alone. */
const NARROWEST = 20;

/**
 * A text in lines: the first after `head`, the others indented as far as `head` is wide. Breaks stand between words;
 * without `columns` there are none. White space counts as one blank.
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
