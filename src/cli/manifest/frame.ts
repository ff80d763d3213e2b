import { isSecretName, lineWithoutSecrets, MASK } from "../../contract/secrets.ts";

const WIDTH = 100;

/** A text with the offsets at which its lines begin. */
export interface Lined {
  readonly text: string;
  readonly lineStarts: readonly number[];
}

/**
 * A line of a text with the lines before and after it, and a caret under a column. Line and column count from
 * 1.
 */
export function codeFrame({ text, lineStarts }: Lined, line: number, column: number): string {
  const first = Math.max(1, line - 1);
  const last = Math.min(line + 1, lineStarts.length);
  // A line of data may be very long, so only the part around the column is shown.
  const skipped = Math.max(0, column - 1 - WIDTH / 2);
  const gutter = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const content = lineAt({ text, lineStarts }, number);
    // The end of a file is not a line of its own.
    if (number > line && number === lineStarts.length && content === "") continue;
    const open = isBelowSecret({ text, lineStarts }, number) ? MASK : lineWithoutSecrets(content);
    const cut = open.replaceAll("\t", " ").slice(skipped, skipped + WIDTH);
    const head = `${number === line ? ">" : " "} ${String(number).padStart(gutter)} |`;
    shown.push(cut === "" ? head : `${head} ${cut}`);
    if (number === line) shown.push(`  ${" ".repeat(gutter)} | ${" ".repeat(column - 1 - skipped)}^`);
  }
  return shown.join("\n");
}

const lineAt = ({ text, lineStarts }: Lined, number: number): string =>
  text.slice(lineStarts[number - 1], lineStarts[number]).replace(/\r?\n$/, "");

/** Whether a line is part of a secret's value that begins on an earlier line. */
function isBelowSecret(lined: Lined, number: number): boolean {
  let depth = depthOf(lineAt(lined, number));
  for (let above = number - 1; above > 0 && depth > 0; above--) {
    const line = lineAt(lined, above);
    if (line.trim() === "" || depthOf(line) >= depth) continue;
    depth = depthOf(line);
    const name = /^[\s-]*(["']?)([\w.][\w.-]*)\1\s*:/.exec(line)?.[2];
    if (name !== undefined && isSecretName(name)) return true;
  }
  return false;
}

/** How far a line is indented. A list item counts as deeper than a key with the same indentation. */
const depthOf = (line: string): number => line.search(/\S|$/) * 2 + (/^\s*-(?:\s|$)/.test(line) ? 1 : 0);
