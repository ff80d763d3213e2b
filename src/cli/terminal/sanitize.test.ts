import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeControls, hasCommands, sanitize, sanitizeLine } from "./sanitize.ts";

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
    ["no more than the line of an unfinished title", "a\x1b]0;never ends\nfailed: b", "a\nfailed: b"],
  ])("removes %s", (_, text, clean) => {
    expect(sanitize(text)).toBe(clean);
  });

  test.each([
    ["::error::not a failure", ": :error::not a failure"],
    ["a\n  ::add-mask::a\n\t::stop-commands::b", "a\n  : :add-mask::a\n\t: :stop-commands::b"],
    ["::\x1b[0merror file=a.ts,line=1::x", ": :error file=a.ts,line=1::x"],
    ["see ##vso[task.setvariable variable=a]b", "see # #vso[task.setvariable variable=a]b"],
    ["##[add-mask]a ###[group]", "# #[add-mask]a ## #[group]"],
    ["##teamcity[buildStatus status='SUCCESS']", "# #teamcity[buildStatus status='SUCCESS']"],
  ])("breaks up what a CI server would obey in a log: %j", (text, clean) => {
    expect(sanitize(text)).toBe(clean);
    expect(hasCommands(text.replace("\x1b[0m", ""))).toBe(true);
    expect(hasCommands(clean)).toBe(false);
  });

  test.each(["::1", "std::vector::size", "## Heading [1]", "a ::error:: b", "::", "#[derive]"])(
    "leaves %j unchanged",
    (text) => {
      expect(sanitize(text)).toBe(text);
    },
  );

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
  const text = "##vso[task.setvariable variable=a]b";
  expect(escapeControls(JSON.stringify({ text }))).toBe(
    '{"text":"\\u0023#vso[task.setvariable variable=a]b"}',
  );
});
