import { compilePattern } from "../../pattern/pattern.ts";
import type { Work } from "../../pattern/work.ts";

/** Why a user's pattern cannot be used, or null if it can. */
export function patternProblem(pattern: string): string | null {
  if (pattern === "") return "the pattern is empty";
  const compiled = compilePattern(pattern, "i");
  return compiled.ok ? null : compiled.message;
}

/**
 * Whether a user's pattern matches a text, ignoring case. If matching takes too much work, there is no match.
 */
export function matchesPattern(pattern: string, text: string, work?: Work): boolean {
  const compiled = compilePattern(pattern, "i");
  return compiled.ok && (compiled.test(text, work)?.length ?? 0) > 0;
}
