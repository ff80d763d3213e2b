import { echo, type Fault } from "./fault.ts";

/** Deeper nesting than any record of the contract has, and far less than a parser or a store chokes on. */
const DEPTH_MAXIMUM = 64;

/**
 * Values that are valid JSON and still do harm further on: too deep, `__proto__` as a key, NUL (no text column of
 * PostgreSQL holds it), lone surrogates (not text at all), numbers that JSON reads as infinite.
 */
export function hostileFaults(body: unknown): Fault[] {
  const faults: Fault[] = [];
  const stack: { value: unknown; path: string[] }[] = [{ value: body, path: ["body"] }];
  const add = (loc: string[], msg: string, type: string, input: unknown) =>
    faults.push({ loc, msg, type, input: echo(input), ctx: {} });

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
        else if (key.includes("\0") || !key.isWellFormed())
          add([...path, key.toWellFormed()], "is no name for a field", "reserved_key", null);
        else stack.push({ value: item, path: [...path, key] });
      }
    }
  }
  return faults;
}
