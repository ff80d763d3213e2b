import { echo, type Fault } from "./fault.ts";

/** Deeper nesting than any record of the contract has, and far less than a parser or a store chokes on. */
const DEPTH_MAXIMUM = 64;

/** NUL is in no text column of PostgreSQL; lone surrogates are not text at all. */
const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

/**
 * Values that are valid JSON and still do harm further on: too deep, `__proto__` as a key, NUL, lone surrogates,
 * numbers that JSON reads as infinite.
 */
export function hostileFaults(body: unknown): Fault[] {
  return isHarmless(body, 1) ? [] : faultsIn(body);
}

/** Whether there is nothing to find, as in nearly every body. So this look keeps no paths. */
function isHarmless(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth > DEPTH_MAXIMUM) return false;
  if (Array.isArray(value)) return value.every((item) => isHarmless(item, depth + 1));
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields))
    if (key === "__proto__" || !isText(key) || !isHarmless(fields[key], depth + 1)) return false;
  return true;
}

function faultsIn(body: unknown): Fault[] {
  const faults: Fault[] = [];
  const stack: { value: unknown; path: string[] }[] = [{ value: body, path: ["body"] }];
  const add = (loc: string[], msg: string, type: string, input: unknown) =>
    faults.push({ loc, msg, type, input: echo(input, loc), ctx: {} });

  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      if (value.includes("\0")) add(path, "must not contain NUL", "string_nul", value);
      else if (!value.isWellFormed())
        add(path, "must be well-formed Unicode", "string_unicode", value.toWellFormed());
    } else if (typeof value === "number") {
      if (!Number.isFinite(value)) add(path, "must be a finite number", "finite_number", String(value));
    } else if (typeof value === "object" && value !== null) {
      if (path.length > DEPTH_MAXIMUM) {
        add(path, `must not nest deeper than ${DEPTH_MAXIMUM} levels`, "nesting", null);
        return faults;
      }
      for (const [key, item] of Object.entries(value)) {
        if (key === "__proto__") add([...path, key], "is no name for a field", "reserved_key", null);
        else if (!isText(key))
          add([...path, key.toWellFormed()], "is no name for a field", "reserved_key", null);
        else stack.push({ value: item, path: [...path, key] });
      }
    }
  }
  return faults;
}
