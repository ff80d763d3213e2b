import { isJsonObject } from "./argument-matcher.ts";
import { isAscending } from "./ascending.ts";

/** JSON text with sorted keys, the same for equal values; what lies deeper than 100 levels is left out. */
export function canonicalJson(value: unknown, depth = 0): string {
  const isArray = Array.isArray(value);
  if (!isArray && !isJsonObject(value)) return JSON.stringify(value) ?? "null";
  if (depth > 100) return '"…"';
  if (isArray) return `[${value.map((item) => canonicalJson(item, depth + 1)).join()}]`;
  let text = "";
  const keys = Object.keys(value);
  for (const key of isAscending(keys) ? keys : keys.sort()) {
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(value[key], depth + 1)}`;
  }
  return `{${text}}`;
}
