import { nearMiss } from "./near-miss.ts";

/**
 * One mistake in a metric's rules.
 * `line` and `column` count from 1; columns count UTF-16 units, as editors and language servers do.
 */
export interface RuleError {
  line: number;
  column: number;
  /** A whole sentence: what was expected, what was found, and the near miss if there is one. */
  message: string;
  /** What would be valid here: words and signs in backticks, kinds of things in plain words. */
  expected?: string[];
  near_miss?: string;
}

/** A mistake with its offset in the guidance. The offset becomes a line and a column later. */
export interface Mistake {
  at: number;
  message: string;
  expected?: string[];
  near_miss?: string;
}

/** A mistake at `found`, where one of `expected` should be. */
export function mistakeOf(at: number, expected: string[], found: string): Mistake {
  const words = expected.filter((item) => item.startsWith("`")).map((item) => item.slice(1, -1));
  const near_miss = nearMiss(found, words);
  const message = `expected ${listOf(expected)}; found ${found === "" ? "the end" : `\`${found}\``}${suggestion(near_miss)}`;
  return { at, message, expected, near_miss };
}

/** "; did you mean `x`?", or an empty text without a near miss. */
export function suggestion(near_miss: string | undefined): string {
  return near_miss === undefined ? "" : `; did you mean \`${near_miss}\`?`;
}

/** "a, b or c". */
export function listOf(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

/** The line and column (from 1) of an offset. Lines end with `\n`. */
export function positionAt(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/** Mistakes in the order of the text, each with its line and column. */
export function locate(source: string, mistakes: Mistake[]): RuleError[] {
  return mistakes
    .toSorted((left, right) => left.at - right.at)
    .map(({ at, ...rest }) => ({ ...positionAt(source, at), ...rest }));
}
