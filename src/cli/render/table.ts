import type { Paint } from "../terminal/colour.ts";
import { outcomeWord, paintOutcome } from "./outcome.ts";
import { type Grid, toText } from "./rows.ts";
import { forPerson, shorter } from "./time.ts";
import { displayWidth, truncate } from "./truncate.ts";
import type { Column } from "./view.ts";

/** Blanks between columns. */
const GAP = 2;
/** A text that is cut shorter than this is useless. */
const NARROWEST = 6;
/** Rows of the longest table that is drawn: cli-table3 takes seconds for more. */
export const DRAWN_MAXIMUM = 1000;

/**
 * A grid for a terminal: aligned, fitted to its width, with long cells cut by an ellipsis. If the columns do
 * not fit, each row becomes a block of lines, one for each cell.
 */
export async function renderTable(
  { columns, rows }: Grid,
  width: number,
  paint: Paint,
  now: Date,
): Promise<string> {
  const texts = rows.map((row) => row.map((value, i) => toText(shown(value, columns[i], now))));
  const titles = columns.map((column) => column.title.toUpperCase());
  const ofTexts = columnWidths(texts);
  const wanted = columnWidths([titles], ofTexts);
  // A title wider than its column is shortened first.
  const shortTitles = columns.map(({ kind, title }) => (kind === "outcome" ? title : " ".repeat(NARROWEST)));
  const fitted = squeeze(wanted, columnWidths([shortTitles], ofTexts), width);
  // Next come times, which keep their date. Then come texts, first those that are wider than the width they
  // ask for.
  const onlyTimes = columns.map((column, i) =>
    column.kind === "time" ? narrowest(column) : (fitted[i] ?? 0),
  );
  const asAsked = columns.map((column) => Math.max(column.least ?? 0, narrowest(column)));
  const widths = [onlyTimes, asAsked, columns.map(narrowest)].reduce(
    (widths, floors) => squeeze(widths, floors, width),
    fitted,
  );
  const paintCell = (text: string, i: number) =>
    columns[i]?.kind === "outcome" ? paintOutcome(text, paint) : text;
  if (total(widths) > width && columns.length > 1)
    return texts
      .map((row) => block(titles, row, { width, paint, paintCell, keeps: (i) => isWhole(columns[i]) }))
      .join("\n");
  const cut = (text: string, i: number) => {
    const room = widths[i] ?? 0;
    return truncate(columns[i]?.kind === "time" ? shorter(text, room) : text, room);
  };
  const lines = [
    titles.map((title, i) => paint.bold(cut(title, i))),
    ...texts.map((row) => row.map((text, i) => paintCell(cut(text, i), i))),
  ];
  return draw(lines, widths);
}

/** Draws rows without borders, and without blanks at the end of a line. */
async function draw(rows: string[][], widths: number[]): Promise<string> {
  const { default: Table } = await import("cli-table3");
  const table = new Table({
    chars: NO_BORDERS,
    colWidths: widths,
    // Without these, the library adds colours of its own.
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  table.push(...rows);
  const lines = table.toString().split("\n");
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

const NO_BORDERS = {
  ...Object.fromEntries(
    ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"]
      .concat(["left", "left-mid", "mid", "mid-mid", "right", "right-mid"])
      .map((name) => [name, ""]),
  ),
  middle: " ".repeat(GAP),
};

interface BlockOptions {
  readonly width: number;
  readonly paint: Paint;
  paintCell(text: string, i: number): string;
  /** Whether a column must not be cut. */
  keeps(i: number): boolean;
}

/** A row as lines below each other, without its empty cells. */
function block(
  titles: readonly string[],
  row: readonly string[],
  { width, paint, paintCell, keeps }: BlockOptions,
): string {
  const widest = Math.max(...titles.map(displayWidth));
  const room = Math.max(width - widest - GAP, NARROWEST);
  return row
    .map((text, i) => {
      if (text === "") return "";
      const title = titles[i] ?? "";
      const gap = " ".repeat(widest - displayWidth(title) + GAP);
      return `${paint.bold(title)}${gap}${paintCell(keeps(i) ? text : truncate(text, room), i)}\n`;
    })
    .join("");
}

function shown(value: unknown, column: Column | undefined, now: Date): unknown {
  const { kind, absent } = column ?? {};
  if (absent !== undefined && isEmpty(value)) return absent;
  if (kind === "time") return forPerson(value, now);
  return kind === "outcome" ? outcomeWord(value) : value;
}

/** Fields that identify a record come first. */
const IDENTITY = ["id", "name", "description"];

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/**
 * An object for a terminal: one line per field, with the names aligned. Long values are not cut, and empty
 * ones are left out.
 * @param absent what to show for fields instead, if they are empty
 */
export function renderRecord(
  record: object,
  paint: Paint,
  absent: Readonly<Record<string, string>> = {},
): string {
  const all = Object.entries(record)
    .map(([name, value]) => [name, isEmpty(value) ? absent[name] : value] as [string, unknown])
    .filter(([, value]) => !isEmpty(value));
  const isIdentity = ([name]: [string, unknown]) => IDENTITY.includes(name);
  const entries = [
    ...all.filter(isIdentity).sort(([a], [b]) => IDENTITY.indexOf(a) - IDENTITY.indexOf(b)),
    ...all.filter((entry) => !isIdentity(entry)),
  ];
  const widest = Math.max(0, ...entries.map(([name]) => displayWidth(name)));
  return entries
    .map(([name, value]) => {
      const text = typeof value === "string" ? linesOf(value, widest + GAP) : toText(value);
      return `${paint.bold(name)}${" ".repeat(widest - displayWidth(name) + GAP)}${text}\n`;
    })
    .join("");
}

/** A text of several lines, below each other. No line of it can look like a field of its own. */
const linesOf = (value: string, indent: number): string =>
  value
    .trimEnd()
    .split(/\r?\n/)
    .map(toText)
    .join(`\n${" ".repeat(indent)}`);

/** The widest text of each column, but at least `widths`. */
function columnWidths(rows: readonly (readonly string[])[], widths: readonly number[] = []): number[] {
  const widest = [...widths];
  for (const row of rows)
    for (const [i, text] of row.entries()) widest[i] = Math.max(widest[i] ?? 0, displayWidth(text));
  return widest;
}

const total = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));

/** The narrowest that a column may become. A time keeps its date. */
function narrowest(column: Column): number {
  if (isWhole(column)) return Number.POSITIVE_INFINITY;
  return column.kind === "time" ? "2026-01-31…".length : NARROWEST;
}

/** Half an id or half an outcome is useless. */
const isWhole = (column: Column | undefined) =>
  column !== undefined && (/(?:^|_)id$/i.test(column.title) || column.kind === "outcome");

/** Narrows the widest columns until the row fits, or until none can be narrower. */
function squeeze(wanted: readonly number[], floors: readonly number[], width: number): number[] {
  const widths = [...wanted];
  const spare = (i: number) => ((widths[i] ?? 0) > (floors[i] ?? 0) ? (widths[i] ?? 0) : 0);
  for (let over = total(widths) - width; over > 0; over--) {
    const widest = widths.reduce((best, _, i) => (spare(i) > spare(best) ? i : best), 0);
    if (spare(widest) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
