import Papa from "papaparse";
import { escapeControls, sanitize } from "../terminal/sanitize.ts";
import type { Grid } from "./rows.ts";

/**
 * Comma-separated values with a header line. Cells that a spreadsheet would run as a formula are quoted as
 * text. CSV cannot escape characters that control a terminal, so they are left out.
 */
export function renderCsv({ columns, rows }: Grid): string {
  const data = rows.map((row) => row.map(toCell));
  return `${Papa.unparse({ fields: columns.map((column) => sanitize(column.title)), data }, { newline: "\n", escapeFormulae: true })}\n`;
}

function toCell(value: unknown): unknown {
  if (value === undefined || value === null) return "";
  if (value instanceof Number) return String(value);
  if (typeof value === "object") return escapeControls(JSON.stringify(value));
  return typeof value === "string" ? sanitize(value) : value;
}
