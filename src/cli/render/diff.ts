import type { Paint } from "../terminal/colour.ts";

/** Colours a unified diff: removed lines red, added lines green. */
export function paintDiff(diff: string, paint: Paint): string {
  const paintLine = (line: string, at: number) => {
    if (at < HEAD_LINES) return paint.bold(line);
    if (line.startsWith("@@")) return paint.cyan(line);
    if (line.startsWith("-")) return paint.red(line);
    return line.startsWith("+") ? paint.green(line) : line;
  };
  return diff
    .split("\n")
    .map((line, at) => (line === "" ? line : paintLine(line, at)))
    .join("\n");
}

/** The header lines `---` and `+++` with the names of both sides. */
const HEAD_LINES = 2;
