import { FAULTS_MAXIMUM } from "../../contract/values.ts";
import { echo, type Fault } from "./fault.ts";

/** PostgreSQL text columns cannot store NUL; lone surrogates are not text at all. */
const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

/**
 * Finds values that are valid JSON but cause harm later: `__proto__` as a key, NUL, lone surrogates, numbers that JSON
 * reads as infinite. The body has passed a `BodyScan`, so it is not nested too deep to walk safely.
 */
export function hostileFaults(body: unknown): HostileFaults | undefined {
  if (isHarmless(body)) return undefined;
  const result: HostileFaults = { faults: [], more: 0 };
  find(body, ["body"], result);
  return result;
}

interface HostileFaults {
  /** The first faults. */
  readonly faults: Fault[];
  /** How many more there are. */
  more: number;
}

/** Whether there is nothing to find, as in nearly every body. This check keeps no paths. */
function isHarmless(value: unknown): boolean {
  if (typeof value === "string") return isText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isHarmless);
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields))
    if (key === "__proto__" || !isText(key) || !isHarmless(fields[key])) return false;
  return true;
}

/** @param path to the value; each step is removed again once its value has been checked */
function find(value: unknown, path: string[], result: HostileFaults): void {
  const add = (loc: readonly string[], msg: string, type: string, input: unknown) => {
    if (result.faults.length < FAULTS_MAXIMUM)
      result.faults.push({ loc: [...loc], msg, type, input: echo(input, loc), ctx: {} });
    else result.more++;
  };
  if (typeof value === "string") {
    if (value.includes("\0")) add(path, "must not contain NUL", "string_nul", value);
    else if (!value.isWellFormed())
      add(path, "must be well-formed Unicode", "string_unicode", value.toWellFormed());
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) add(path, "must be a finite number", "finite_number", String(value));
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      path.push(key.toWellFormed());
      if (key === "__proto__" || !isText(key))
        add(path, "cannot be the name of a field", "reserved_key", null);
      else find(item, path, result);
      path.pop();
    }
  }
}
