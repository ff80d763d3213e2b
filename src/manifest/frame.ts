const WIDTH = 100;

/** A line of a text with the line before and the line after it, and a caret under a column. Both count from 1. */
export function codeFrame(text: string, line: number, column: number): string {
  const all = text.split("\n", line + 1);
  const from = Math.max(1, line - 1);
  // A line of data may be very long: what stands around the column is shown.
  const skipped = Math.max(0, column - 1 - WIDTH / 2);
  const gutter = String(Math.min(line + 1, all.length)).length;
  const shown = all.slice(from - 1, line + 1).flatMap((content, i) => {
    const number = from + i;
    const cut = content
      .replace(/\r$/, "")
      .replaceAll("\t", " ")
      .slice(skipped, skipped + WIDTH);
    const head = `${number === line ? ">" : " "} ${String(number).padStart(gutter)} |`;
    const row = cut === "" ? head : `${head} ${cut}`;
    const caret = `  ${" ".repeat(gutter)} | ${" ".repeat(column - 1 - skipped)}^`;
    return number === line ? [row, caret] : [row];
  });
  // The end of a file is no line of its own.
  return shown
    .filter((row, i) => i < shown.length - 1 || row.includes(">") || !/^\s*\d+ \|$/.test(row))
    .join("\n");
}
