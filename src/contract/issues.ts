/** Describes why a value does not fit a schema, in words for people and with names for programs. */
import type { z } from "zod";

type ZodIssue = z.core.$ZodIssue;

export interface Issue {
  /** From the root to the field. An unknown field is the last step. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** `missing`, `int_type`, `enum`, `greater_than_equal`, `extra_forbidden`, … */
  readonly type: string;
  /** The limit, or the expected values. */
  readonly ctx: Readonly<Record<string, unknown>>;
}

/**
 * Every issue of a failed check of `input`. If the input may consist only of faults, use `check`, which finds
 * just the first ones.
 */
export function issuesOf(error: z.ZodError, input: unknown): Issue[] {
  return firsthand(error.issues).flatMap((issue) => translate(issue, [], input));
}

/** Without the lengths of values of another kind: a text that should be a list is not too long. */
function firsthand(issues: readonly ZodIssue[]): readonly ZodIssue[] {
  const wrong = issues.filter(({ code }) => code === "invalid_type").map(({ path }) => path.join("\n"));
  return wrong.length === 0
    ? issues
    : issues.filter(({ code, path }) => !/^too_/.test(code) || !wrong.includes(path.join("\n")));
}

function translate(issue: ZodIssue, above: readonly PropertyKey[], input: unknown): Issue[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: "unknown field",
      type: "extra_forbidden",
      ctx: {},
    }));
  // The value belongs to no branch of a discriminated union.
  if (issue.code === "invalid_union" && issue.errors.length === 0) {
    const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
    return [{ path, ...oneOf(options, valueAt(input, path)) }];
  }
  if (issue.code === "invalid_union")
    return firsthand(closest(issue.errors)).flatMap((inner) => translate(inner, path, input));
  return [{ path, ...describe(issue, valueAt(input, path)) }];
}

/** The closest branch of a union: the one with the fewest faults, and the deepest. */
function closest(branches: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] {
  const depth = (issues: readonly ZodIssue[]) =>
    issues.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
  const [first = []] = [...branches].sort((a, b) => a.length - b.length || depth(b) - depth(a));
  return first;
}

/** The value at a path, or undefined if there is none. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

type Description = Omit<Issue, "path">;

function describe(issue: ZodIssue, value: unknown): Description {
  switch (issue.code) {
    case "invalid_type":
      return value === undefined
        ? { type: "missing", message: "field required", ctx: {} }
        : { type: `${issue.expected}_type`, message: `must be ${article(issue.expected)}`, ctx: {} };
    case "invalid_value":
      return oneOf(issue.values, value);
    case "too_small":
      return bound(issue, issue.minimum, "least", value);
    case "too_big":
      return bound(issue, issue.maximum, "most", value);
    case "invalid_format":
      // A pattern has its own message.
      if (issue.format === "regex") return { type: "value_error", message: issue.message, ctx: {} };
      return {
        type: `${issue.format}_format`,
        message: `must be ${FORMATS[issue.format] ?? issue.format}`,
        ctx: {},
      };
    case "custom":
      return {
        type: String(issue.params?.["type"] ?? "value_error"),
        message: issue.message,
        ctx: { ...issue.params?.["ctx"] },
      };
    default:
      return { type: issue.code, message: issue.message, ctx: {} };
  }
}

function oneOf(values: readonly unknown[], value: unknown): Description {
  if (value === undefined) return { type: "missing", message: "field required", ctx: {} };
  const expected = values.map(String);
  return { type: "enum", message: `must be one of ${expected.join(", ")}`, ctx: { expected } };
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "an ISO 8601 date and time",
  time: "a time such as 07:30",
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
  issue: Extract<ZodIssue, { code: "too_small" | "too_big" }>,
  limit: number | bigint,
  side: "least" | "most",
  value: unknown,
): Description {
  const number = Number(limit);
  if (typeof value === "number") {
    // Zod calls an integer beyond 2^53 "too big", although the schema sets no limit.
    if (Math.abs(number) === Number.MAX_SAFE_INTEGER)
      return {
        type: "int_range",
        message: "must be an integer that a JSON number represents exactly",
        ctx: {},
      };
    const open = issue.inclusive === false;
    const words = open ? (side === "least" ? "more than" : "less than") : `at ${side}`;
    const name = `${side === "least" ? "g" : "l"}${open ? "t" : "e"}`;
    return {
      type: NUMBER_BOUNDS[name] ?? issue.code,
      message: `must be ${words} ${number}`,
      ctx: { [name]: number },
    };
  }
  const unit = `${typeof value === "string" ? "character" : "item"}${number === 1 ? "" : "s"}`;
  const name = side === "least" ? "min_length" : "max_length";
  const exact = "exact" in issue && issue.exact;
  const type = typeof value === "string" ? "string" : "list";
  return {
    type: `${type}_${side === "least" ? "too_short" : "too_long"}`,
    message: exact ? `must have exactly ${number} ${unit}` : `must have at ${side} ${number} ${unit}`,
    ctx: { [name]: number },
  };
}

/** Whether a value is a number of the right type, only too small or too large. */
export const isBound = ({ type }: Pick<Issue, "type">): boolean =>
  Object.values(NUMBER_BOUNDS).includes(type);

const NUMBER_BOUNDS: Readonly<Record<string, string>> = {
  ge: "greater_than_equal",
  gt: "greater_than",
  le: "less_than_equal",
  lt: "less_than",
};
