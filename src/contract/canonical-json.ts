/**
 * A JSON value as `JSON.stringify` writes it, but with the keys of each object sorted, so that equal values
 * have the same text. "" for undefined. Leaves out anything deeper than `levels`.
 */
export function canonicalJson(value: unknown, levels = Number.POSITIVE_INFINITY): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (levels < 0) return '"…"';
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ","}${canonicalJson(item, levels - 1) || "null"}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const field = canonicalJson((value as Readonly<Record<string, unknown>>)[key], levels - 1);
    if (field) text += `${text && ","}${JSON.stringify(key)}:${field}`;
  }
  return `{${text}}`;
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);
