import { type Fields, isObject } from "../../../contract/is-object.ts";
import { type ArgumentMatcher, matcherOf } from "./argument-matcher.ts";
import type { PatternMatcher } from "./matches-pattern.ts";

/**
 * `subset`: expected keys must exist and match, and other keys are allowed. `exact`: other keys are
 * differences too.
 */
export type CompareMode = "subset" | "exact";

/**
 * A difference at a JSON Pointer (RFC 6901). `unexpected` is a fault in mode `exact`, and only information in
 * `subset`.
 */
export interface ValueDifference {
  path: string;
  kind: "missing" | "different" | "unexpected";
  expected?: unknown;
  actual?: unknown;
}

/**
 * Where a value is: a JSON Pointer, or a key or index within a parent. Pointers are only built for values
 * that differ, and few do.
 */
type Place = string | { parent: Place; key: string | number };

/** A `$regex` that could not be run safely, so there is no verdict on the value. */
export class PatternRefused extends Error {}

/** Values nested deeper than this count as different. */
export const MAX_DEPTH = 100;

/**
 * Compares values with the expected ones, as JSON: 1 equals 1.0, the order of keys does not matter, and
 * arrays must have the same length. Anywhere in the expected value, a matcher may replace a value (see
 * `matcherOf`).
 */
export class ValueComparison {
  readonly differences: ValueDifference[] = [];
  readonly #mode: CompareMode;
  readonly #matches: PatternMatcher;

  constructor(mode: CompareMode, matches: PatternMatcher) {
    this.#mode = mode;
    this.#matches = matches;
  }

  /** Whether no comparison so far has found a fault. */
  get equal(): boolean {
    return this.differences.every(({ kind }) => kind === "unexpected" && this.#mode === "subset");
  }

  /**
   * Compares the values at `place` and records their differences. Throws `PatternRefused` if a `$regex`
   * cannot be run safely.
   */
  compare(expected: unknown, actual: unknown, place: Place, depth = 0): void {
    const matcher = matcherOf(expected);
    const settled =
      depth < MAX_DEPTH &&
      (matcher === null
        ? this.#compareParts(expected, actual, place, depth) || expected === actual
        : this.#accepts(matcher, actual, depth));
    if (!settled) this.differences.push({ path: pointerTo(place), kind: "different", expected, actual });
  }

  /** Compares two arrays or two objects part by part. Returns false if they are anything else. */
  #compareParts(expected: unknown, actual: unknown, place: Place, depth: number): boolean {
    if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
      for (const [index, item] of expected.entries()) {
        this.compare(item, actual[index], { parent: place, key: index }, depth + 1);
      }
      return true;
    }
    if (!isObject(expected) || !isObject(actual)) return false;
    this.#compareKeys(expected, actual, place, depth);
    return true;
  }

  #accepts(matcher: ArgumentMatcher, actual: unknown, depth: number): boolean {
    if (matcher.type === "any") return true;
    if (matcher.type === "in") return matcher.options.some((option) => this.#isEqual(option, actual, depth));
    if (matcher.type === "optional") return this.#isEqual(matcher.value, actual, depth);
    if (typeof actual !== "string") return false;
    const verdict = this.#matches(matcher.pattern, actual);
    if (verdict === "refused") throw new PatternRefused(matcher.pattern);
    return verdict === "match";
  }

  #isEqual(expected: unknown, actual: unknown, depth: number): boolean {
    const inner = new ValueComparison(this.#mode, this.#matches);
    inner.compare(expected, actual, "", depth + 1);
    return inner.equal;
  }

  #compareKeys(expected: Fields, actual: Fields, parent: Place, depth: number): void {
    for (const key of Object.keys(expected)) {
      const value = expected[key];
      if (Object.hasOwn(actual, key)) this.compare(value, actual[key], { parent, key }, depth + 1);
      else if (matcherOf(value)?.type !== "optional") {
        this.differences.push({ path: pointerTo({ parent, key }), kind: "missing", expected: value });
      }
    }
    for (const key of Object.keys(actual)) {
      // An argument of null means the same as an absent one.
      if (Object.hasOwn(expected, key) || actual[key] === null) continue;
      this.differences.push({ path: pointerTo({ parent, key }), kind: "unexpected", actual: actual[key] });
    }
  }
}

function pointerTo(place: Place): string {
  if (typeof place === "string") return place;
  const key = String(place.key);
  const escaped = /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
  return `${pointerTo(place.parent)}/${escaped}`;
}
