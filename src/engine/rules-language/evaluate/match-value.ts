import { spend } from "../../pattern/work.ts";
import type { Matcher, MatcherEntry, Operator } from "../syntax/ast.ts";
import { patternKey } from "../text/finder.ts";
import { weekdayOf } from "../text/spoken-values.ts";
import { allOf, anyOf, type Outcome } from "../three-valued.ts";
import type { Context } from "./context.ts";

type Looking = Pick<Context, "finders" | "budget">;

/**
 * Whether a JSON value fits a matcher. An object may have additional keys. A list must have the same items in
 * the same order. `$in` works like the lists of acceptable values in the Berkeley function calling
 * leaderboard. Unknown only if a text is too much work for a pattern.
 */
export function matchValue(matcher: Matcher, value: unknown, context: Looking): Outcome {
  if (!spend(context.budget, 1)) return "unknown";
  switch (matcher.kind) {
    case "any":
      return true;
    case "equals":
      return matcher.value === value;
    case "in":
      return anyOf(matcher.options.map((option) => matchValue(option, value, context)));
    case "matches": {
      if (typeof value !== "string") return false;
      const spans = context.finders.get(patternKey(matcher.pattern))?.(value, context.budget);
      return spans ? spans.length > 0 : "unknown";
    }
    case "number": {
      const number = numberIn(value);
      return number !== undefined && COMPARE[matcher.operator](number, matcher.than);
    }
    case "text":
      return typeof value === "string" && COMPARE[matcher.operator](value, matcher.than);
    case "weekday":
      return typeof value === "string" && matcher.days.includes(weekdayOf(value) ?? "");
    case "list":
      if (!Array.isArray(value) || value.length !== matcher.items.length) return false;
      return allOf(matcher.items.map((item, index) => matchValue(item, value[index], context)));
    case "shape":
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      return allOf(matcher.entries.map((entry) => matchEntry(entry, value, context)));
  }
}

type Ordered = number | string;
const COMPARE: Readonly<Record<Operator, (one: Ordered, other: Ordered) => boolean>> = {
  ">": (one, other) => one > other,
  ">=": (one, other) => one >= other,
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  "=": (one, other) => one === other,
  "!=": (one, other) => one !== other,
};

/** A number, or a text that is one: `"1,200"`, `"$300"`, `"8 people"`. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.length > 40) return undefined;
  const [, digits] = /^\D{0,4}(\d[\d,]{0,15}(?:\.\d{1,6})?)(?: ?\p{L}{1,12})?$/u.exec(value.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}

function matchEntry(entry: MatcherEntry, value: object, context: Looking): Outcome {
  if (typeof entry.key !== "string") {
    const find = context.finders.get(patternKey(entry.key));
    const fitting = propertiesIn(value).filter(([name]) => (find?.(name, context.budget)?.length ?? 0) > 0);
    return anyOf(fitting.map(([, inner]) => matchValue(entry.matcher, inner, context)));
  }
  const property = Object.getOwnPropertyDescriptor(value, entry.key);
  return property ? matchValue(entry.matcher, property.value, context) : entry.optional;
}

/** The properties of an object and of the objects in it. */
function propertiesIn(value: object, depth = 0): [string, unknown][] {
  if (depth > 4) return [];
  return Object.entries(value)
    .slice(0, 100)
    .flatMap(([name, inner]): [string, unknown][] =>
      typeof inner === "object" && inner !== null
        ? [[name, inner], ...propertiesIn(inner, depth + 1)]
        : [[name, inner]],
    );
}
