import { describe, expect, it } from "vitest";
import { matchesPattern, patternProblem } from "./pattern.ts";

describe("matchesPattern", () => {
  it.each([
    ["order.*number", "What is your ORDER or case number?", true],
    ["^yes\\b", "Yes, please", true],
    ["^yes\\b", "yesterday", false],
    ["\\p{Script=Hiragana}+です", "はいそうです", true],
  ])("%s in %j", (pattern, text, found) => {
    expect(matchesPattern(pattern, text)).toBe(found);
  });

  it("ends whatever the pattern", () => {
    // A backtracking engine would not finish within the time of a test.
    expect(matchesPattern("(a+)+b", "a".repeat(2000))).toBe(false);
  });
});

describe("patternProblem", () => {
  it.each([["(a)\\1"], ["a(?=b)"], ["("], [""]])("names what is wrong with %s", (pattern) => {
    expect(patternProblem(pattern)).toEqual(expect.stringMatching(/pattern|reference|look|not/));
    expect(matchesPattern(pattern, "aab")).toBe(false);
  });

  it("has nothing to say against a good one", () => {
    expect(patternProblem("a+")).toBeNull();
  });
});
