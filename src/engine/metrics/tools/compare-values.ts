import { type ArgumentMatcher, isJsonObject, type JsonObject, matcherOf } from "./argument-matcher.ts";
import type { PatternMatcher } from "./matches-pattern.ts";

/** `subset`: expected keys must be there and match, others are allowed. `exact`: other keys are differences too. */
export type CompareMode = "subset" | "exact";

/** A difference at a JSON Pointer (RFC 6901). `unexpected` is a fault in mode `exact` and information in `subset`. */
export interface ValueDifference {
  path: string;
  kind: "missing" | "different" | "unexpected";
  expected?: unknown;
  actual?: unknown;
}

/** Where a value stands: a JSON Pointer, or a key or index of what stands elsewhere. Few differ and need a pointer. */
type Place = string | { parent: Place; key: string | number };

/** A `$regex` that could not be run safely: there is no verdict on the value. */
export class PatternRefused extends Error {}

/** Values nested deeper than this are taken for different. */
export const MAX_DEPTH = 100;

/**
 * Compares values with what is expected of them, as JSON: 1 equals 1.0, the order of keys does not matter, arrays must
 * have the same length. Anywhere inside the expected value a matcher may stand for a value (see `matcherOf`).
 */
export class ValueComparison {
  readonly differences: ValueDifference[] = [];
  readonly #mode: CompareMode;
  readonly #matches: PatternMatcher;

  constructor(mode: CompareMode, matches: PatternMatcher) {
    this.#mode = mode;
    this.#matches = matches;
  }

  /** Whether nothing that was compared so far is at fault. */
  get equal(): boolean {
    return this.differences.every(({ kind }) => kind === "unexpected" && this.#mode === "subset");
  }

  /** Compares the values at `place` and notes their differences. Throws `PatternRefused` when a `$regex` is not run. */
  compare(expected: unknown, actual: unknown, place: Place, depth = 0): void {
    const matcher = matcherOf(expected);
    const settled =
      depth < MAX_DEPTH &&
      (matcher === null
        ? this.#compareParts(expected, actual, place, depth) || expected === actual
        : this.#accepts(matcher, actual, depth));
    if (!settled) this.differences.push({ path: pointerTo(place), kind: "different", expected, actual });
  }

  /** Compares two arrays or two objects part by part; false when they are something else. */
  #compareParts(expected: unknown, actual: unknown, place: Place, depth: number): boolean {
    if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
      for (const [index, item] of expected.entries()) {
        this.compare(item, actual[index], { parent: place, key: index }, depth + 1);
      }
      return true;
    }
    if (!isJsonObject(expected) || !isJsonObject(actual)) return false;
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

  #compareKeys(expected: JsonObject, actual: JsonObject, parent: Place, depth: number): void {
    for (const key of Object.keys(expected)) {
      const value = expected[key];
      if (Object.hasOwn(actual, key)) this.compare(value, actual[key], { parent, key }, depth + 1);
      else if (matcherOf(value)?.type !== "optional") {
        this.differences.push({ path: pointerTo({ parent, key }), kind: "missing", expected: value });
      }
    }
    for (const key of Object.keys(actual)) {
      // An argument of null says no more than one that is left out.
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
