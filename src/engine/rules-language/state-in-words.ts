/** Changes of tables as people read them. */
import { isSameJson } from "../../contract/canonical-json.ts";
import type { StateRow } from "./input.ts";

/** Evidence of kind `state`: what became of a row, by which calls, and after which turn. */
export function stateInWords(found: Readonly<Record<string, unknown>>): string {
  const { table, row, change, before, after, calls, turn } = found as Record<string, never> & StateRow;
  if (change === "kept") return `${table}: ${cut(after)}`;
  const by = calls.length > 0 ? ` by tool call ${calls.join(", ")}` : "";
  const when = typeof turn === "number" && turn > 0 ? ` after turn ${turn}` : "";
  return `${differenceInWords({ table, row, change, before, after })}${by}${when}`;
}

/** More would not be clearer. */
const SHOWN = 200;

/** `bookings added {"day": "friday"}`, or of a changed row what identifies it and its columns before and after. */
export function differenceInWords({
  table,
  row,
  change,
  before,
  after,
}: Pick<StateRow, "table" | "row" | "change" | "before" | "after">): string {
  if (change === "added") return `${table}: added ${cut(after)}`;
  if (change === "removed") return `${table}: removed ${cut(before)}`;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => !isSameJson(before?.[name], after?.[name]));
  const columns = changed.map((name) => `${name} ${cut(before?.[name])} → ${cut(after?.[name])}`);
  return `${table}: changed row ${nameOf(before, row)}: ${columns.join(", ")}`;
}

/** By its first column, which usually says what it is. */
function nameOf(values: StateRow["before"], row: number): string {
  const [first] = Object.entries(values ?? {});
  return first ? `${first[0]} ${cut(first[1])}` : String(row);
}

function cut(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
