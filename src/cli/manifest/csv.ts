/** CSV: a header with the names of fields (with dots for nested fields), and one document per row. */
import Papa from "papaparse";
import type { Detail } from "../../lib/failure.ts";
import { dotted, type Parsed, type ParsedFile, type Path } from "./parsed.ts";
import { isPublishedHeader, type PublishedRow, publishedRow } from "./published-csv.ts";
import { faultAt, type Source } from "./source.ts";

interface Row {
  readonly cells: readonly string[];
  /** Offsets of the row's beginning and end. */
  readonly start: number;
  readonly end: number;
}

export function parseCsv(source: Source): ParsedFile {
  const rows: Row[] = [];
  const faults: Detail[] = [];
  let start = 0;
  Papa.parse<string[]>(source.text, {
    delimiter: ",",
    step({ data, errors, meta }) {
      for (const { message } of errors) faults.push(faultAt(source, start, message));
      rows.push({ cells: data, start, end: meta.cursor });
      start = meta.cursor;
    },
  });
  const [header, ...body] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (!header || faults.length > 0) return { documents: [], faults };
  const documents: Parsed[] = [];
  const isPublished = isPublishedHeader(header.cells);
  for (const [at, row] of body.entries()) {
    const extra = row.cells.findIndex((cell, i) => i >= header.cells.length && cell !== "");
    if (extra === -1 && isPublished) {
      const read = publishedRow(header.cells, row.cells, at + 1);
      for (const { column, message } of read.faults)
        faults.push(faultAt(source, cellOffset(source, row, column), message));
      documents.push(toPublished(source, header, row, read));
    } else if (extra === -1) documents.push(toParsed(source, header, row));
    else
      faults.push(faultAt(source, cellOffset(source, row, extra), "the header has no column for this cell"));
  }
  return { documents, faults };
}

function toParsed(source: Source, header: Row, row: Row): Parsed {
  const columnOf = (path: Path) =>
    header.cells.findIndex((name) => {
      const steps = name.trim().split(".");
      return steps.every((step, i) => i >= path.length || step === String(path[i]));
    });
  return {
    source,
    isRow: true,
    isText: true,
    value: toValue(header, row),
    offsetOf(path, ofKey) {
      const column = path.length === 0 ? -1 : columnOf(path);
      if (column === -1) return row.start;
      return cellOffset(source, ofKey ? header : row, column);
    },
    writtenAt: (path) => row.cells[columnOf(path)],
  };
}

/** A row whose cells have become fields with values of their own types. */
function toPublished(source: Source, header: Row, row: Row, { value, columns }: PublishedRow): Parsed {
  const columnOf = ([field]: Path) => columns.get(String(field));
  return {
    source,
    isRow: true,
    isText: false,
    value,
    offsetOf(path, ofKey) {
      const column = columnOf(path);
      return column === undefined ? row.start : cellOffset(source, ofKey ? header : row, column);
    },
    titleOf(path) {
      const column = columnOf(path);
      // Several columns can be entries of one list.
      if (column === undefined || Array.isArray(value[String(path[0])])) return undefined;
      return dotted([header.cells[column]?.trim() ?? "", ...path.slice(1)]);
    },
    writtenAt(path) {
      const column = columnOf(path);
      return column === undefined ? undefined : row.cells[column];
    },
  };
}

/** Empty cells are left out, as if the field were not named. */
function toValue(header: Row, row: Row): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [i, name] of header.cells.entries()) {
    const cell = row.cells[i] ?? "";
    if (cell === "" || name.trim() === "") continue;
    const steps = name.trim().split(".");
    let inside = value;
    for (const step of steps.slice(0, -1)) inside = objectAt(inside, step);
    inside[steps.at(-1) ?? ""] = cell;
  }
  return value;
}

function objectAt(around: Record<string, unknown>, step: string): Record<string, unknown> {
  const next = Object.hasOwn(around, step) ? around[step] : undefined;
  if (typeof next === "object" && next !== null) return next as Record<string, unknown>;
  const made: Record<string, unknown> = {};
  around[step] = made;
  return made;
}

/** Where a cell of a row begins. Separators inside quotes are text. */
function cellOffset({ text }: Source, { start, end }: Row, column: number): number {
  let at = start;
  for (let quoted = false, left = column; left > 0 && at < end; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === "," && !quoted) left--;
  }
  return at;
}
