import { compilePattern } from "../../pattern/pattern.ts";
import type { Work } from "../../pattern/work.ts";

/**
 * Whether a text contains a match. `refused` if the pattern is malformed, or needs too much work on this
 * text.
 */
export type PatternVerdict = "match" | "no_match" | "refused";

export type PatternMatcher = (pattern: string, text: string) => PatternVerdict;

/** Searches a text for a user's pattern. The time is bounded for every pattern and text. */
export const matchesPattern: PatternMatcher = (pattern, text) => search(pattern, text);

/** The same, but all searches share a budget of steps. */
export const matcherWith =
  (work: Work): PatternMatcher =>
  (pattern, text) =>
    search(pattern, text, work);

function search(pattern: string, text: string, work?: Work): PatternVerdict {
  const compiled = compilePattern(pattern, "");
  const spans = compiled.ok ? compiled.test(text, work) : undefined;
  if (spans === undefined) return "refused";
  return spans.length > 0 ? "match" : "no_match";
}
