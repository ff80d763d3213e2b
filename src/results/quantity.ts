import { duration } from "../engine/words/figures-in-words.ts";
import { valueInWords } from "../engine/words/value-in-words.ts";

/** A value with its unit, for a person. Numbers have at most four decimals, without trailing zeros. */
export function quantity(value: unknown, unit?: string): string {
  if (typeof value === "object" && value !== null && "as_expected" in value) return valueInWords(value);
  if (typeof value !== "number") return typeof value === "string" ? value : JSON.stringify(value);
  if (unit === "ms") return duration(value);
  const short = Number.isInteger(value) ? String(value) : String(Number(value.toFixed(value < 10 ? 2 : 1)));
  if (unit === "percent") return `${short}%`;
  return unit === undefined || ["count", "ratio", "value"].includes(unit) ? short : `${short} ${unit}`;
}

/** Milliseconds from the start of a call: `1:02.5`. */
export function clock(ms: number): string {
  const tenths = Math.round(ms / 100);
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}`;
}
