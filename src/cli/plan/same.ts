import { z } from "zod";
import { type Schema, schemaInside, withoutWrappers } from "../../contract/fields.ts";

/** The value of an omitted nested field, according to the specification. */
const NESTED_DEFAULTS: Readonly<Record<string, unknown>> = { is_sip_header: false };

/**
 * Whether two values of a field mean the same. In an object of the contract, an omitted field is null or its
 * default. In the caller's own objects, every key counts.
 */
export function isSame(field: Schema | undefined, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const schema = field && withoutWrappers(field);
  const inside = (key: string) => schema && schemaInside(schema, key);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => isSame(inside(String(i)), item, b[i]));
  }
  const whole = schema instanceof z.ZodObject;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => {
    if (!whole && !(Object.hasOwn(a, key) && Object.hasOwn(b, key))) return false;
    return isSame(inside(key), at(a, key, whole), at(b, key, whole));
  });
}

function at(object: object, key: string, whole: boolean): unknown {
  const value = Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
  return whole ? (value ?? NESTED_DEFAULTS[key] ?? null) : value;
}
