import { describe, expect, it } from "vitest";
import { tokenize } from "./lexer.ts";
import type { Token } from "./tokens.ts";

function summary(token: Token): string {
  if (token.kind === "string") return `string ${token.value}`;
  if (token.kind === "regex") return `regex ${token.source} ${token.flags}`;
  if (token.kind === "invalid") return `invalid@${token.at}`;
  return token.kind === "end" ? "end" : `${token.kind} ${token.text}`;
}

describe("tokenize", () => {
  it.each([
    ["pass when", ["word pass", "word when", "end"]],
    ["talk_share.agent>=60%", ["word talk_share.agent", "sign >=", "number 60", "sign %", "end"]],
    ["10s 2.5 -3 1e3", ["number 10", "word s", "number 2.5", "number -3", "number 1e3", "end"]],
    ["book-appointment.v2", ["word book-appointment.v2", "end"]],
    ["{$any: []}", ["sign {", "word $any", "sign :", "sign [", "sign ]", "sign }", "end"]],
    ["a # b\n#c\n d", ["word a", "word d", "end"]],
    ['"a # \\"b\\" \\u00e9\\n"', ['string a # "b" é\n', "end"]],
    ["/a#[/]\\/b/i x", ["regex a#[/]\\/b i", "word x", "end"]],
    ["a==b", ["word a", "sign ==", "word b", "end"]],
    ["", ["end"]],
    // Text that is not a token has the position of the problem.
    ['x "open', ["word x", "invalid@2", "end"]],
    ['"a\n"', ["invalid@0", "invalid@3", "end"]],
    ['"a\\d"', ["invalid@2", "end"]],
    ['"a\\', ["invalid@0", "end"]],
    ["/a\n b", ["invalid@0", "word b", "end"]],
    ["/a\\\n b", ["invalid@0", "word b", "end"]],
    ["1e999", ["invalid@0", "end"]],
    ["“hi”", ["invalid@0", "word hi", "invalid@3", "end"]],
    ["😀x", ["invalid@0", "word x", "end"]],
  ])("%j", (source, expected) => {
    expect(tokenize(source, 0).map(summary)).toEqual(expected);
  });

  it("records where each token is, and which are first on their line", () => {
    const tokens = tokenize("@rules a\n  b c", 6);
    expect(tokens.map(({ text, start, end, first_on_line }) => [text, start, end, first_on_line])).toEqual([
      ["a", 7, 8, true],
      ["b", 11, 12, true],
      ["c", 13, 14, false],
      ["", 14, 14, false],
    ]);
  });
});
