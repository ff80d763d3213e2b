import { redactText } from "./redact-text.ts";

/** Whole numbers of so many digits may be a phone or card number. */
const LEAST = 1e9;

/**
 * A JSON value with every text in it redacted, at any depth, and every number that would be masked as a text. Keys
 * stay as they are.
 */
export function redactValues<T>(value: T): T;
export function redactValues(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "number")
    return Number.isSafeInteger(value) && value >= LEAST ? redactNumber(value) : value;
  if (Array.isArray(value)) return value.map((item) => redactValues(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValues(item)]));
}

function redactNumber(value: number): unknown {
  const text = redactText(String(value));
  return text === String(value) ? value : text;
}
