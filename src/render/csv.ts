import Papa from "papaparse";
import type { Grid } from "./rows.ts";

/** Comma-separated values with a header line. Cells that a spreadsheet would run as a formula are quoted as text. */
export function renderCsv({ columns, rows }: Grid): string {
  const data = rows.map((row) => row.map(toCell));
  return `${Papa.unparse({ fields: columns.map((column) => column.title), data }, { newline: "\n", escapeFormulae: true })}\n`;
}

function toCell(value: unknown): unknown {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : value;
}
