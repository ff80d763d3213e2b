import { compilePattern } from "../../pattern/pattern.ts";
import type { Span } from "../../pattern/span.ts";
import type { TextPattern } from "../syntax/ast.ts";
import { findPhrase, hasWords } from "./phrase.ts";

/** The places where a pattern is found in a text; undefined when looking would be too much work. */
export type Finder = (text: string) => Span[] | undefined;

/** A finder for a pattern, or what is wrong with it. `at` is an offset into the guidance. */
export function finderOf(pattern: TextPattern): { find: Finder } | { message: string; at: number } {
  if (pattern.kind === "phrase") {
    if (!hasWords(pattern.text)) return { message: "this text holds no word to listen for", at: pattern.at };
    return { find: (text) => findPhrase(pattern.text, text) };
  }
  const compiled = compilePattern(pattern.source, pattern.flags);
  if (compiled.ok) return { find: compiled.test };
  // The pattern begins after its opening slash or quote.
  return {
    message: compiled.message,
    at: pattern.at + (compiled.index === undefined ? 0 : compiled.index + 1),
  };
}

/** Two patterns with the same key find the same. */
export function patternKey(pattern: TextPattern): string {
  return pattern.kind === "phrase" ? `"${pattern.text}` : `${pattern.flags}/${pattern.source}`;
}
