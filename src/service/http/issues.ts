import type { z } from "zod";
import { echo, type Fault } from "./fault.ts";

type Issue = z.core.$ZodIssue;

/** Turns the issues of a schema into faults, with `loc` from `origin` down to the field. */
export function faultsOf(error: z.ZodError, origin: string, input: unknown): Fault[] {
  return error.issues.flatMap((issue) => faults(issue, [], origin, input));
}

function faults(issue: Issue, above: readonly PropertyKey[], origin: string, input: unknown): Fault[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) =>
      fault(origin, [...path, key], "unknown field", "extra_forbidden", input, {}),
    );
  if (issue.code === "invalid_union")
    return closest(issue.errors).flatMap((i) => faults(i, path, origin, input));
  const { type, msg, ctx } = describe(issue, at(input, path));
  return [fault(origin, path, msg, type, input, ctx)];
}

/** Of the branches of a union, the one that came closest: the fewest faults, and those deepest inside. */
function closest(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length));
  const [first = []] = [...branches].sort((a, b) => a.length - b.length || depth(b) - depth(a));
  return first;
}

function fault(
  origin: string,
  path: readonly PropertyKey[],
  msg: string,
  type: string,
  input: unknown,
  ctx: Record<string, unknown>,
): Fault {
  return { loc: [origin, ...path.map(String)], msg, type, input: echo(at(input, path)), ctx };
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

interface Description {
  readonly type: string;
  readonly msg: string;
  readonly ctx: Record<string, unknown>;
}

function describe(issue: Issue, value: unknown): Description {
  switch (issue.code) {
    case "invalid_type":
      return value === undefined
        ? { type: "missing", msg: "field required", ctx: {} }
        : { type: `${issue.expected}_type`, msg: `must be ${article(issue.expected)}`, ctx: {} };
    case "invalid_value": {
      if (value === undefined) return { type: "missing", msg: "field required", ctx: {} };
      const expected = issue.values.map(String);
      return { type: "enum", msg: `must be one of ${expected.join(", ")}`, ctx: { expected } };
    }
    case "too_small":
      return bound(issue, issue.minimum, "least", value);
    case "too_big":
      return bound(issue, issue.maximum, "most", value);
    case "invalid_format":
      return {
        type: `${issue.format}_format`,
        msg: `must be ${FORMATS[issue.format] ?? issue.format}`,
        ctx: {},
      };
    case "custom":
      return { type: String(issue.params?.["type"] ?? "value_error"), msg: issue.message, ctx: {} };
    default:
      return { type: issue.code, msg: issue.message, ctx: {} };
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "an ISO 8601 date and time",
  guid: "a UUID",
  uuid: "a UUID",
  url: "an http(s) URL",
};

function article(expected: string): string {
  if (expected === "int") return "an integer";
  if (expected === "record") return "an object";
  return `${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}

function bound(
  issue: Extract<Issue, { code: "too_small" | "too_big" }>,
  limit: number | bigint,
  side: "least" | "most",
  value: unknown,
): Description {
  const number = Number(limit);
  if (typeof value === "number") {
    // An integer beyond 2^53 is "too big" for a limit that nobody set.
    if (Math.abs(number) === Number.MAX_SAFE_INTEGER)
      return { type: "int_range", msg: "must be an integer that a JSON number holds exactly", ctx: {} };
    const open = issue.inclusive === false;
    const words = open ? (side === "least" ? "more than" : "less than") : `at ${side}`;
    const name = `${side === "least" ? "g" : "l"}${open ? "t" : "e"}`;
    return {
      type: NUMBER_BOUNDS[name] ?? issue.code,
      msg: `must be ${words} ${number}`,
      ctx: { [name]: number },
    };
  }
  const unit = typeof value === "string" ? "characters" : "items";
  const name = side === "least" ? "min_length" : "max_length";
  const exact = "exact" in issue && issue.exact;
  const type = typeof value === "string" ? "string" : "list";
  return {
    type: `${type}_${side === "least" ? "too_short" : "too_long"}`,
    msg: exact ? `must have exactly ${number} ${unit}` : `must have at ${side} ${number} ${unit}`,
    ctx: { [name]: number },
  };
}

const NUMBER_BOUNDS: Readonly<Record<string, string>> = {
  ge: "greater_than_equal",
  gt: "greater_than",
  le: "less_than_equal",
  lt: "less_than",
};
