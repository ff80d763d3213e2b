import { type Automaton, compile, runs } from "./automaton.ts";
import { parsePattern } from "./pattern-syntax.ts";

const MAX_PATTERN_LENGTH = 500;
const MAX_TEXT_LENGTH = 10_000;

/** Why a user's pattern cannot be used, or null when it can. */
export function patternProblem(pattern: string): string | null {
  const read = readPattern(pattern);
  return typeof read === "string" ? read : null;
}

/**
 * Whether a user's pattern (JavaScript syntax, without regard to case) is found in a text, of which the first 10,000
 * characters are looked at. The time is bounded by the length of the text times the size of the pattern, whatever the
 * pattern: it is run as an automaton that follows all ways at once (Thompson's construction), never by backtracking.
 * A word boundary knows the letters of every script. Not supported, and matching nothing, are back references, look-arounds and patterns of more than 1000 steps.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const read = readPattern(pattern);
  return typeof read !== "string" && runs(read, text.slice(0, MAX_TEXT_LENGTH));
}

function readPattern(pattern: string): Automaton | string {
  if (pattern === "") return "the pattern is empty";
  if (pattern.length > MAX_PATTERN_LENGTH)
    return `the pattern is longer than ${MAX_PATTERN_LENGTH} characters`;
  try {
    // Only for its errors; a pattern of a user is never run by the engine of the language.
    new RegExp(pattern, "iu");
  } catch {
    return "the pattern is not a valid regular expression";
  }
  const parsed = parsePattern(pattern);
  return typeof parsed === "string" ? parsed : compile(parsed);
}
