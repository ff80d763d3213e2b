import { compilePattern, type Program } from "./automaton.ts";
import { type Assertion, PatternError, parsePattern } from "./syntax.ts";

/** Whether a text contains a match; `refused` when the question cannot be answered safely. */
export type PatternVerdict = "match" | "no_match" | "refused";

export type PatternMatcher = (pattern: string, text: string) => PatternVerdict;

/** Longer patterns and texts are refused, in UTF-16 code units. */
export const MAX_PATTERN_LENGTH = 500;
export const MAX_TEXT_LENGTH = 5000;

const IGNORE_CASE = "(?i)";

/**
 * Searches `text` for a pattern that a user wrote. Patterns have JavaScript's syntax in Unicode mode without
 * backreferences, lookaround and named groups; a leading `(?i)` ignores case. The pattern is run as an automaton, all
 * alternatives at once, so time is at most proportional to the product of both lengths whatever they contain.
 */
export function matchesPattern(pattern: string, text: string): PatternVerdict {
  if (pattern.length > MAX_PATTERN_LENGTH || text.length > MAX_TEXT_LENGTH) return "refused";
  const ignoreCase = pattern.startsWith(IGNORE_CASE);
  try {
    const syntax = parsePattern(ignoreCase ? pattern.slice(IGNORE_CASE.length) : pattern);
    return search(compilePattern(syntax, ignoreCase), [...text]) ? "match" : "no_match";
  } catch (error) {
    if (error instanceof PatternError) return "refused";
    throw error;
  }
}

function search({ states, start }: Program, text: readonly string[]): boolean {
  let current: number[] = [];
  const reachedAt = new Int32Array(states.length).fill(-1);

  /** Enters a state and all that follow from it without reading; true when one of them accepts. */
  function enter(first: number, position: number): boolean {
    const pending = [first];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const state = states[index];
      if (state === undefined || reachedAt[index] === position) continue;
      reachedAt[index] = position;
      if (state.type === "accept") return true;
      if (state.type === "split") pending.push(state.right, state.left);
      else if (state.type === "character") current.push(index);
      else if (holds(state.assertion, text, position)) pending.push(state.next);
    }
    return false;
  }

  for (let position = 0; position <= text.length; position++) {
    // A match may begin anywhere.
    if (enter(start, position)) return true;
    const character = text[position];
    if (character === undefined) break;
    const reading = current;
    current = [];
    for (const index of reading) {
      const state = states[index];
      if (state?.type === "character" && state.accepts(character) && enter(state.next, position + 1))
        return true;
    }
  }
  return false;
}

function holds(assertion: Assertion, text: readonly string[], position: number): boolean {
  if (assertion === "start") return position === 0;
  if (assertion === "end") return position === text.length;
  const atBoundary = isWord(text[position - 1]) !== isWord(text[position]);
  return atBoundary === (assertion === "word_boundary");
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
