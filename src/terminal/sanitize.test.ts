import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeControls, sanitize, sanitizeLine } from "./sanitize.ts";

describe("sanitize", () => {
  test.each([
    ["colour and cursor", "\x1b[31mred\x1b[0m\x1b[2J\x1b[1;1H", "red"],
    ["a window title", "a\x1b]0;owned\x07b", "ab"],
    ["a hyperlink", "\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["the clipboard", "\x1b]52;c;ZXZpbA==\x07x", "x"],
    ["a device control string", "a\x1bPq#0;2;0\x1b\\b", "ab"],
    ["8-bit sequences", "a\x9b31mb\x9d0;t\x9cc", "abc"],
    ["a lone escape at the end", "a\x1b", "a"],
    ["C0, DEL and C1", "a\x00\x08\x7f\x85b", "ab"],
    ["a carriage return that overwrites", "real\rfake", "realfake"],
    ["bidirectional overrides", "abc\u202egnp.exe\u2066\u200f", "abcgnp.exe"],
    ["an unfinished title", "a\x1b]0;never ends", "a"],
  ])("removes %s", (_, text, clean) => {
    expect(sanitize(text)).toBe(clean);
  });

  test("keeps text of every language, tabs and newlines", () => {
    const text = "Ärger 予約 مرحبا नमस्ते 👩‍👧\n\tzwei";
    expect(sanitize(text)).toBe(text);
  });

  test("leaves nothing that a terminal obeys, whatever comes in", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(sanitize(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });

  test("on one line, breaks become spaces", () => {
    expect(sanitizeLine("a\r\nb\tc\nd")).toBe("a b c d");
  });
});

test("JSON with escaped controls is the same JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const json = escapeControls(JSON.stringify({ text }));
      expect(JSON.parse(json)).toEqual({ text });
      expect(json).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    }),
  );
});
