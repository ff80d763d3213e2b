import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesPattern, patternProblem } from "./pattern.ts";

describe("matchesPattern", () => {
  it.each([
    ["order.*number", "What is your ORDER or case number?", true],
    ["^yes\\b", "Yes, please", true],
    ["^yes\\b", "yesterday", false],
    ["(?:cancel|refund)(?:ed|s)?$", "It was cancelled and refunded", true],
    ["\\d{3}-\\d{2,4}", "call 555-12", true],
    ["\\d{3}-\\d{2,4}", "call 55-12", false],
    ["[^a-c]", "abc", false],
    ["\\p{Script=Hiragana}+です", "はいそうです", true],
    ["\\u{1F600}?", "", true],
    ["a{0}b", "ab", true],
    ["x+?y*z", "xxz", true],
    ["été\\b", "un été chaud", true],
  ])("%s in %j", (pattern, text, found) => {
    expect(matchesPattern(pattern, text)).toBe(found);
  });

  it("agrees with the engine of the language on any pattern of ASCII", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "[ab]",
      "[^a]",
      ".",
      "\\d",
      "\\w",
      "\\b",
      "^",
      "$",
      "(ab|b)",
      "(?:a|)",
    );
    const quantifier = fc.constantFrom("", "", "?", "*", "+", "{2}", "{0,2}", "{1,}?");
    const part = fc
      .tuple(atom, quantifier)
      .map(([one, times]) => (/^(?:\^|\$|\\b)$/.test(one) ? one : `${one}${times}`));
    const pattern = fc
      .array(fc.oneof({ weight: 6, arbitrary: part }, { weight: 1, arbitrary: fc.constant("|") }), {
        minLength: 1,
      })
      .map((parts) => parts.join(""));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "1", " ", "-"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, string) => {
        fc.pre(patternProblem(source) === null);
        expect(matchesPattern(source, string)).toBe(new RegExp(source, "iu").test(string));
      }),
      { numRuns: 500 },
    );
  });

  it.each(["(a+)+b", "(a*)*b", "(a|aa)*b", "a*a*a*a*b", `${"(a|aa)".repeat(60)}b`, `${"a?".repeat(100)}b`])(
    "does not take exponential time for %s",
    (pattern) => {
      // A backtracking engine would not come to an end within the time of a test.
      expect(matchesPattern(pattern, "a".repeat(2000))).toBe(false);
    },
  );

  it("looks at the first ten thousand characters", () => {
    expect(matchesPattern("b", `${"a".repeat(9999)}b`)).toBe(true);
    expect(matchesPattern("b", `${"a".repeat(10_000)}b`)).toBe(false);
  });
});

describe("patternProblem", () => {
  it.each([
    ["", "the pattern is empty"],
    ["(", "the pattern is not a valid regular expression"],
    ["a(?=b)", "look-arounds are not supported"],
    ["(?<!a)b", "look-arounds are not supported"],
    ["(a)\\1", "back references are not supported"],
    ["(?<x>a)\\k<x>", "back references are not supported"],
    ["a".repeat(501), "the pattern is longer than 500 characters"],
    ["(a{50}){50}", "the pattern has more than 1000 steps"],
    ["a+", null],
  ])("of %.20s is %j", (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
  });

  it("keeps a pattern with a problem from matching", () => {
    expect(matchesPattern("a(?=b)", "ab")).toBe(false);
  });
});
