import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "./pattern.ts";

/** The matched texts, or why the pattern is refused. */
function matches(source: string, text: string, flags = ""): string[] | string | undefined {
  const compiled = compilePattern(source, flags);
  if (!compiled.ok) return compiled.message;
  return compiled.test(text)?.map(({ start, end }) => text.slice(start, end));
}

describe("compilePattern", () => {
  it.each([
    ["recorded line", "", "on a Recorded line", []],
    ["recorded line", "i", "on a Recorded line", ["Recorded line"]],
    ["(?i)recorded line", "", "on a Recorded line", ["Recorded line"]],
    ["(?is)a.b", "", "A\nB", ["A\nB"]],
    ["\\d{3}-?\\d{2,}", "", "123-45 and 12345678", ["123-45", "12345678"]],
    ["yes|yeah|yep", "", "yeah, yep", ["yeah", "yep"]],
    ["^yes", "m", "no\nyes", ["yes"]],
    ["^yes", "", "no\nyes", []],
    ["a+?", "", "aaa", ["a", "a", "a"]],
    ["(a+)+b", "", "aab", ["aab"]],
    ["\\bcat\\b", "", "cat concat cat.", ["cat", "cat"]],
    ["[^\\s/]+", "", "a/b c", ["a", "b", "c"]],
    ["\\u{1F600}.", "", "x😀é", ["😀é"]],
    ["\\ud83d\\ude00", "", "😀", ["😀"]],
    ["(?<word>ok)", "", "ok", ["ok"]],
  ])("/%s/%s finds in %j", (source, flags, text, expected) => {
    expect(matches(source, text, flags)).toEqual(expected);
  });

  it.each([
    ["(a)\\1", "", /back references/, 3],
    ["(?<x>a)\\k<x>", "", /back references/, 7],
    ["(?=a)a", "", /look-around/, 0],
    ["a(?<!b)c", "", /look-around/, 1],
    ["(?i)x(?!y)z", "", /look-around/, 5],
    ["b(a*)*", "", /repeated here may match the empty text/, 1],
    ["a*", "", /matches the empty text/, 0],
    ["\\b", "", /matches the empty text/, 0],
    ["(a{100}){100}", "", /too large/, 0],
    ["(a{1,50}){1,50}", "", /too large/, 0],
    ["a".repeat(501), "", /at most 500/, 500],
    ["a", "g", /unknown flag `g`/, undefined],
    ["(?x)a", "", /unknown flag `x`/, undefined],
    ["^(?i)yes", "", /`\(\?i\)` belongs at the front/, 1],
    ["(?s)yes (?im)no", "", /`\(\?im\)` belongs at the front/, 8],
    ["(a", "", /this is not a valid pattern: unterminated group/, undefined],
    ["a\\-b", "", /this is not a valid pattern: invalid escape/, undefined],
  ])("refuses /%s/%s", (source, flags, message, index) => {
    const compiled = compilePattern(source, flags);
    expect(compiled).toEqual({ ok: false, message: expect.stringMatching(message), index });
  });

  it("finds what JavaScript's own engine finds", () => {
    fc.assert(
      fc.property(patterns, fc.constantFrom("", "i", "s", "im"), texts, (source, flags, text) => {
        const compiled = compilePattern(source, flags);
        fc.pre(compiled.ok);
        const expected = Array.from(text.matchAll(new RegExp(source, `${flags}gu`)), (match) => ({
          start: match.index,
          end: match.index + match[0].length,
        }));
        expect(compiled.ok && compiled.test(text)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes a pattern that hangs a backtracking engine", () => {
    expect(matches("(a|a)+$", `${"a".repeat(5000)}b`)).toEqual([]);
    expect(matches("(.*)x(.*)y(.*)z!", "xyz".repeat(300))).toEqual([]);
  });

  it("gives up after a fixed amount of work instead of answering late", () => {
    const compiled = compilePattern("a.*b|a", "");
    expect(compiled.ok && compiled.test("a".repeat(4000))).toBeUndefined();
    expect(compiled.ok && compiled.test("x".repeat(20_001))).toBeUndefined();
  });

  it.each([
    ["(a|a)*b", "a"],
    ["(a+)+b", "a"],
    ["a.*b|a", "a"],
    ["(\\w+\\s?)+!", "word "],
    ["((a{1,9}){1,9}){1,4}b", "a"],
    [".*.*.*=.*", "x"],
  ])(
    "%s takes a bounded number of steps, and those that are left, over a long repetition",
    (source, part) => {
      const compiled = compilePattern(source, "");
      const text = part.repeat(20_000 / part.length);
      const most = 2_000_000;
      if (!compiled.ok) throw new Error(`refused: ${compiled.message}`);
      const work = { left: 5 * most };
      compiled.test(text, work);
      const taken = 5 * most - work.left;
      // A backtracking matcher would need more steps than there are atoms in the universe.
      expect(taken).toBeGreaterThan(text.length);
      expect(taken).toBeLessThan(most + SLACK);
      // However often it runs, it stops when no steps are left.
      for (let times = 0; times < 100; times++) compiled.test(text, work);
      expect(work.left).toBeGreaterThan(-SLACK);
      expect(compiled.test(text, { left: 0 })).toBeUndefined();
    },
  );
});

/** How far the limit may be exceeded before it is noticed: the steps of one character. */
const SLACK = 100_000;

const texts = fc.string({ unit: fc.constantFrom("a", "b", "A", " ", "\n", "ſ", "😀"), maxLength: 12 });

/** Patterns over a small alphabet. The test skips those that are refused. */
const patterns = fc.letrec<{ pattern: string; item: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    tie("item"),
    fc.tuple(tie("pattern"), tie("item")).map(([left, right]) => left + right),
    fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `${left}|${right}`),
  ),
  item: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("a", "b", ".", "\\w", "[^a]", "[a-c ]", "\\s", "s", "\\b", "^", "$"),
    fc
      .tuple(
        tie("pattern"),
        fc.constantFrom("", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{2,}", "{0,2}?"),
      )
      .map(([body, quantifier]) => `(?:${body})${quantifier}`),
  ),
})).pattern;
