import { duration } from "../words/figures-in-words.ts";

/** Units that are not shown. */
const SILENT_UNITS = ["count", "ratio", "value"];

/** A metric's value for people: numbers with at most two decimals and their unit, lists with commas. */
export function quantityText(value: unknown, unit: string | undefined): string {
  if (Array.isArray(value)) return value.map((item) => quantityText(item, undefined)).join(", ");
  if (typeof value === "string") return value;
  if (typeof value !== "number") return JSON.stringify(value) ?? "";
  if (unit === "ms") return duration(value);
  // A small number keeps its first digit.
  const number = String(Number(value.toFixed(2)) || Number(value.toPrecision(1)));
  if (unit === undefined || SILENT_UNITS.includes(unit)) return number;
  return unit === "percent" ? `${number}%` : `${number} ${unit}`;
}
