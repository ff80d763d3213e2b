import { isObject } from "../../../contract/is-object.ts";

/** A condition in place of an expected value. */
export type ArgumentMatcher =
  | { type: "any" }
  | { type: "in"; options: readonly unknown[] }
  | { type: "regex"; pattern: string }
  | { type: "optional"; value: unknown };

/**
 * The matcher in a JSON value, or null for a plain value. Matchers are objects with a single key:
 *
 * - `{"$any": true}`: present, with any value
 * - `{"$in": [a, b]}`: one of these, which may be matchers too
 * - `{"$regex": "…"}`: a string that contains a match
 * - `{"$optional": x}`: absent, or x
 */
export function matcherOf(value: unknown): ArgumentMatcher | null {
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  const key = keys[0];
  if (key === undefined || keys.length > 1) return null;
  const operand = value[key];
  if (key === "$any" && operand === true) return { type: "any" };
  if (key === "$in" && Array.isArray(operand)) return { type: "in", options: operand };
  if (key === "$regex" && typeof operand === "string") return { type: "regex", pattern: operand };
  if (key === "$optional") return { type: "optional", value: operand };
  return null;
}
