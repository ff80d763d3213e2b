const WIDTH = 100;

/** A text with the offsets at which its lines begin. */
export interface Lined {
  readonly text: string;
  readonly lineStarts: readonly number[];
}

/** A line of a text with the line before and the line after it, and a caret under a column. Both count from 1. */
export function codeFrame({ text, lineStarts }: Lined, line: number, column: number): string {
  const first = Math.max(1, line - 1);
  const last = Math.min(line + 1, lineStarts.length);
  // A line of data may be very long: what stands around the column is shown.
  const skipped = Math.max(0, column - 1 - WIDTH / 2);
  const gutter = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const content = text.slice(lineStarts[number - 1], lineStarts[number]).replace(/\r?\n$/, "");
    // The end of a file is no line of its own.
    if (number > line && number === lineStarts.length && content === "") continue;
    const cut = content.replaceAll("\t", " ").slice(skipped, skipped + WIDTH);
    const head = `${number === line ? ">" : " "} ${String(number).padStart(gutter)} |`;
    shown.push(cut === "" ? head : `${head} ${cut}`);
    if (number === line) shown.push(`  ${" ".repeat(gutter)} | ${" ".repeat(column - 1 - skipped)}^`);
  }
  return shown.join("\n");
}
