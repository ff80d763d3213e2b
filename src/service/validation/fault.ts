import type { z } from "zod";
import type { ValidationItem } from "../../contract/schemas/index.ts";
import { withoutSecrets } from "../../contract/secrets.ts";
import { FAULTS_MAXIMUM } from "../../contract/values.ts";

export type Fault = z.output<typeof ValidationItem>;

/** Characters that all faults of an answer may have together. */
const ANSWER_MAXIMUM = 100_000;

/** The request does not fit the contract. Answered with 422, the first faults and a count of the others. */
export class Invalid extends Error {
  readonly faults: readonly Fault[];

  /** @param more how many further faults were found */
  constructor(faults: readonly Fault[], more = 0) {
    super("the request does not fit the contract");
    const listed = listable(faults);
    const left = faults.length - listed.length + more;
    this.faults = left === 0 ? listed : [...listed, moreFaults(left)];
  }
}

/** The first faults, as many as an answer lists. There is always at least one. */
function listable(faults: readonly Fault[]): Fault[] {
  const listed: Fault[] = [];
  let size = 0;
  for (const fault of faults.slice(0, FAULTS_MAXIMUM)) {
    const shown = { ...fault, loc: fault.loc.map(shortName) };
    size += JSON.stringify(shown).length;
    if (size > ANSWER_MAXIMUM && listed.length > 0) break;
    listed.push(shown);
  }
  return listed;
}

const moreFaults = (more: number): Fault => ({
  loc: ["body"],
  msg: more === 1 ? "1 more error is not listed" : `${more} more errors are not listed`,
  type: "more_faults",
  input: null,
  ctx: { more },
});

/** Longest name of a field that a fault repeats. */
const NAME_MAXIMUM = 100;

const shortName = (name: string) => (name.length > NAME_MAXIMUM ? `${name.slice(0, NAME_MAXIMUM)}…` : name);

/** Longest text that a fault echoes, so that a recording in the wrong field is not sent back whole. */
const ECHO_MAXIMUM = 1000;

/** The value at a path, as an error repeats it: without secrets, and shortened. */
export function echo(sent: unknown, path: readonly PropertyKey[]): unknown {
  if (typeof sent === "object" && sent !== null && !isShort(sent)) return described(sent);
  const input = withoutSecrets(sent, path) ?? null;
  return typeof input === "string" && input.length > ECHO_MAXIMUM
    ? `${input.slice(0, ECHO_MAXIMUM)}…`
    : input;
}

/** Whether the JSON of a value is short enough to echo. A long value is not serialized for this. */
function isShort(input: unknown): boolean {
  let left = ECHO_MAXIMUM;
  const spend = (value: unknown): boolean => {
    left -= typeof value === "string" ? value.length + 2 : 4;
    if (typeof value !== "object" || value === null) return left >= 0;
    for (const key in value) {
      left -= key.length;
      if (left < 0 || !spend((value as Readonly<Record<string, unknown>>)[key])) return false;
    }
    return left >= 0;
  };
  return spend(input);
}

const described = (input: object) =>
  Array.isArray(input)
    ? `a list of ${input.length} items`
    : `an object with ${Object.keys(input).length} keys`;
