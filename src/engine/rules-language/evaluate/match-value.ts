import { spend } from "../../pattern/work.ts";
import type { Matcher, MatcherEntry } from "../syntax/ast.ts";
import { patternKey } from "../text/finder.ts";
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
    case "list":
      if (!Array.isArray(value) || value.length !== matcher.items.length) return false;
      return allOf(matcher.items.map((item, index) => matchValue(item, value[index], context)));
    case "shape":
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      return allOf(matcher.entries.map((entry) => matchEntry(entry, value, context)));
  }
}

function matchEntry(entry: MatcherEntry, value: object, context: Looking): Outcome {
  const property = Object.getOwnPropertyDescriptor(value, entry.key);
  return property ? matchValue(entry.matcher, property.value, context) : entry.optional;
}
