import { expect, test } from "vitest";
import { matchesPattern } from "./matches-pattern.ts";

test("a match may be anywhere, unless the pattern is anchored", () => {
  expect(matchesPattern("\\d{4}", "order 1234")).toBe("match");
  expect(matchesPattern("^\\d{4}$", "order 1234")).toBe("no_match");
  expect(matchesPattern("(?i)^ORDER", "order 1234")).toBe("match");
});

test.each(["(", "(a)\\1", "(?=a)b", "x".repeat(501)])("%s is refused", (pattern) => {
  expect(matchesPattern(pattern, "aa")).toBe("refused");
});

test("a pattern made to backtrack gets its answer", () => {
  expect(matchesPattern("^(a+)+$", `${"a".repeat(200)}b`)).toBe("no_match");
});
