import { redactText } from "./redact-text.ts";

/** Whole numbers of this size have as many digits as a phone or card number. */
const LEAST = 1e9;

/**
 * A JSON value with every text in it redacted, at any depth, including object keys and numbers. If keys
 * become equal, they are numbered.
 */
export function redactValues<T>(value: T): T;
export function redactValues(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "number")
    return Number.isSafeInteger(value) && Math.abs(value) >= LEAST ? redactNumber(value) : value;
  if (Array.isArray(value)) return value.map((item) => redactValues(item));
  if (typeof value !== "object" || value === null) return value;
  return redactObject(value);
}

function redactObject(value: object): Record<string, unknown> {
  const redacted: [string, unknown][] = [];
  const taken = new Set(Object.keys(value));
  for (const [key, item] of Object.entries(value)) {
    const masked = redactText(key);
    let name = masked;
    for (let number = 2; name !== key && taken.has(name); number += 1) name = `${masked} ${number}`;
    taken.add(name);
    redacted.push([name, redactValues(item)]);
  }
  return Object.fromEntries(redacted);
}

function redactNumber(value: number): unknown {
  const text = redactText(String(value));
  return text === String(value) ? value : text;
}
