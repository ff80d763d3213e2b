import Table from "cli-table3";
import stringWidth from "string-width";
import type { Paint } from "../terminal/colour.ts";
import { outcomeWord, paintOutcome } from "./outcome.ts";
import { type Grid, toText } from "./rows.ts";
import { forPerson } from "./time.ts";
import { truncate } from "./truncate.ts";
import type { Column } from "./view.ts";

/** Blanks between columns. */
const GAP = 2;
/** A text cut shorter than this is useless. */
const NARROWEST = 6;

/** A grid for a terminal: aligned, fitted to its width, long cells cut with an ellipsis. */
export function renderTable({ columns, rows }: Grid, width: number, paint: Paint, now: Date): string {
  const texts = rows.map((row) => row.map((value, i) => toText(shown(value, columns[i]?.kind, now))));
  const titles = columns.map((column) => column.title.toUpperCase());
  const wanted = columnWidths([titles, ...texts]);
  // A title wider than its column is shortened first.
  const shortTitles = columns.map(({ kind, title }) => (kind === "outcome" ? title : " ".repeat(NARROWEST)));
  const fitted = squeeze(wanted, columnWidths([shortTitles, ...texts]), width);
  // Next come the times, which keep their date; then texts, first those with more than the least they ask for.
  const onlyTimes = columns.map((column, i) =>
    column.kind === "time" ? narrowest(column) : (fitted[i] ?? 0),
  );
  const asAsked = columns.map((column) => Math.max(column.least ?? 0, narrowest(column)));
  const widths = [onlyTimes, asAsked, columns.map(narrowest)].reduce(
    (widths, floors) => squeeze(widths, floors, width),
    fitted,
  );
  const cut = (row: readonly string[]) => row.map((text, i) => truncate(text, widths[i] ?? 0));
  const painted = (row: readonly string[]) =>
    row.map((text, i) => (columns[i]?.kind === "outcome" ? paintOutcome(text, paint) : text));
  const table = new Table({
    head: cut(titles).map((title) => paint.bold(title)),
    chars: NO_BORDERS,
    // By default the library adds colours of its own, even into pipes.
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  table.push(...texts.map((row) => painted(cut(row))));
  return `${trimEnds(table.toString())}\n`;
}

function shown(value: unknown, kind: Column["kind"], now: Date): unknown {
  if (kind === "time") return forPerson(value, now);
  return kind === "outcome" ? outcomeWord(value) : value;
}

/** An object for a terminal: one line per field, names aligned; long values are not cut. */
export function renderRecord(record: object, paint: Paint): string {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined && value !== null);
  const widest = Math.max(0, ...entries.map(([name]) => stringWidth(name)));
  return entries
    .map(
      ([name, value]) =>
        `${paint.bold(name)}${" ".repeat(widest - stringWidth(name) + GAP)}${toText(value)}\n`,
    )
    .join("");
}

const NO_BORDERS = {
  ...Object.fromEntries(
    ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"]
      .concat(["left", "left-mid", "mid", "mid-mid", "right", "right-mid"])
      .map((name) => [name, ""]),
  ),
  middle: " ".repeat(GAP),
};

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, text] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, stringWidth(text));
  return widths;
}

/** The narrowest a column may become: half an id is of no use, nor is a time without its date. */
function narrowest({ title, kind }: Column): number {
  if (/(?:^|_)id$/i.test(title)) return Number.POSITIVE_INFINITY;
  if (kind === "outcome") return Number.POSITIVE_INFINITY;
  return kind === "time" ? "2026-01-31…".length : NARROWEST;
}

/** Narrows the widest columns until the row fits; if it cannot, the terminal wraps. */
function squeeze(wanted: readonly number[], floors: readonly number[], width: number): number[] {
  const widths = [...wanted];
  const room = width - GAP * (widths.length - 1);
  const spare = (i: number) => ((widths[i] ?? 0) > (floors[i] ?? 0) ? (widths[i] ?? 0) : 0);
  for (let over = widths.reduce((a, b) => a + b, 0) - room; over > 0; over--) {
    const widest = widths.reduce((best, _, i) => (spare(i) > spare(best) ? i : best), 0);
    if (spare(widest) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

const trimEnds = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
