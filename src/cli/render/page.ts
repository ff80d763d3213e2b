/** A page of the documentation, from Markdown to a terminal. */
import type { Paint } from "../terminal/colour.ts";
import { fill, wordsOf } from "../terminal/wrap.ts";
import { displayWidth } from "./truncate.ts";

/** The first column of a table is not wider than this share of the terminal. */
const SHARE = 0.4;

const FENCE = /^ {0,8}```/;
const HEADING = /^#{1,6} /;
const ITEM = /^ *(?:[-*]|\d+\.) +/;

/** Paragraphs, items and tables fitted to the terminal's width, and code as it is. */
export function pageText(markdown: string, columns: number): string {
  const lines = markdown.trimEnd().split("\n");
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const end = endOf(lines, at);
    const block = lines.slice(at, end);
    if (FENCE.test(line)) shown.push(...block.filter((one) => !FENCE.test(one)).map(indented));
    else if (line.startsWith("|")) shown.push(...table(block, columns));
    else if (line.startsWith("    ") || HEADING.test(line) || line.trim() === "") shown.push(...block);
    else {
      const head = ITEM.exec(line)?.[0] ?? "";
      shown.push(...wrap(head, block.join(" ").slice(head.length), columns));
    }
    at = end;
  }
  return `${shown.join("\n")}\n`;
}

const indented = (line: string) => (line === "" ? "" : `    ${line}`);

/** Where the block that begins at a line ends. */
function endOf(lines: readonly string[], at: number): number {
  const first = lines[at] ?? "";
  let end = at + 1;
  const next = () => lines[end] ?? "";
  if (FENCE.test(first)) {
    while (end < lines.length && !FENCE.test(next())) end++;
    return end + 1;
  }
  if (first.startsWith("|")) while (end < lines.length && next().startsWith("|")) end++;
  else if (first.trim() !== "" && !HEADING.test(first) && !first.startsWith("    "))
    while (end < lines.length && goesOn(next())) end++;
  return end;
}

const goesOn = (line: string) =>
  line.trim() !== "" && !HEADING.test(line) && !ITEM.test(line) && !line.startsWith("|") && !FENCE.test(line);

/** A text after `head`, with further lines below where it begins. */
const wrap = (head: string, text: string, columns: number): string[] =>
  fill(head, wordsOf(text), { indent: " ".repeat(displayWidth(head)), columns });

/** Rows with the first column aligned and the others wrapped beside it. */
function table(block: readonly string[], columns: number): string[] {
  const rows = block.filter((row) => !/^\|[\s:|-]+$/.test(row)).map(cells);
  const room = Math.floor(columns * SHARE);
  const width = Math.min(room, Math.max(...rows.map(([first = ""]) => displayWidth(first))));
  return rows.flatMap(([first = "", ...others]) => {
    const rest = others.filter((cell) => cell !== "").join(" · ");
    const gap = width - displayWidth(first);
    if (gap >= 0) return wrap(`${first}${" ".repeat(gap)}  `, rest, columns);
    return [...wrap("", first, columns), ...wrap(" ".repeat(width + 2), rest, columns)];
  });
}

const cells = (row: string) =>
  row
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .replaceAll("\\|", "\u0000")
    .split("|")
    .map((cell) => cell.replaceAll("\u0000", "|").trim());

/** Headings stand out. */
export const paintPage = (text: string, paint: Paint): string =>
  text
    .split("\n")
    .map((line) => (HEADING.test(line) ? paint.bold(line) : line))
    .join("\n");
