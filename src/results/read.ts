/** Reads answers of any service. Missing fields, and those of another type, are left out without an error. */
import { type Fields, fieldsOf } from "../contract/is-object.ts";

export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

export const textOf = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;

export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** A value as JSON on one line. Empty for undefined and null. */
export const asJson = (value: unknown): string =>
  value === undefined || value === null ? "" : (JSON.stringify(value) ?? "");

/** The record itself, if an answer wraps it in a field. */
export function unwrap(answer: unknown, field: string): Fields {
  const fields = fieldsOf(answer);
  return field in fields ? fieldsOf(fields[field]) : fields;
}
