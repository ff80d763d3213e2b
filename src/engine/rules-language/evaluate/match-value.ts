import type { Matcher, MatcherEntry } from "../syntax/ast.ts";
import { type Finder, patternKey } from "../text/finder.ts";
import { allOf, anyOf, type Outcome } from "../three-valued.ts";

/**
 * Whether a JSON value is as a matcher wants it. An object may have more keys than are asked for; a list must have
 * the same items in the same order; `$in` follows the Berkeley function calling leaderboard's lists of acceptable
 * values. Unknown only where a text is too much work for a pattern.
 */
export function matchValue(matcher: Matcher, value: unknown, finders: ReadonlyMap<string, Finder>): Outcome {
  switch (matcher.kind) {
    case "any":
      return true;
    case "equals":
      return matcher.value === value;
    case "in":
      return anyOf(matcher.options.map((option) => matchValue(option, value, finders)));
    case "matches": {
      if (typeof value !== "string") return false;
      const spans = finders.get(patternKey(matcher.pattern))?.(value);
      return spans ? spans.length > 0 : "unknown";
    }
    case "list":
      if (!Array.isArray(value) || value.length !== matcher.items.length) return false;
      return allOf(matcher.items.map((item, index) => matchValue(item, value[index], finders)));
    case "shape":
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      return allOf(matcher.entries.map((entry) => matchEntry(entry, value, finders)));
  }
}

function matchEntry(entry: MatcherEntry, value: object, finders: ReadonlyMap<string, Finder>): Outcome {
  const property = Object.getOwnPropertyDescriptor(value, entry.key);
  return property ? matchValue(entry.matcher, property.value, finders) : entry.optional;
}
