import { expect, test } from "vitest";
import { codeFrame } from "./frame.ts";
import { toSource } from "./source.ts";

const sourceOf = (text: string) => toSource("m.yaml", "/m.yaml", text);
const SOURCE = sourceOf("one\ntwo: x\nthree\nfour\n");

test("shows the line, its neighbours and a caret under the column", () => {
  expect(codeFrame(SOURCE, 2, 6)).toBe("  1 | one\n> 2 | two: x\n    |      ^\n  3 | three");
});

test("has no line before the first and none after the last", () => {
  expect(codeFrame(SOURCE, 1, 1)).toBe("> 1 | one\n    | ^\n  2 | two: x");
  expect(codeFrame(SOURCE, 4, 2)).toBe("  3 | three\n> 4 | four\n    |  ^");
});

test("in a very long line, shows the text around the column", () => {
  const frame = codeFrame(sourceOf(`${"a".repeat(500)}B${"c".repeat(500)}`), 1, 501);
  const [line = "", caret = ""] = frame.split("\n");
  expect(line.length).toBeLessThan(120);
  expect(line[caret.indexOf("^")]).toBe("B");
});

test("hides the value of a secret's name, and in braces that alone", () => {
  const frame = codeFrame(
    sourceOf(
      [
        "t: { key: id, file: a.csv }",
        'u: {key: "a, b", c: d}',
        "password: abc, d }",
        "v: {token: a1, key: b2}",
      ].join("\n"),
    ),
    2,
    1,
  );
  expect(frame).toContain("t: { key: ••••, file: a.csv }");
  expect(frame).toContain("u: {key: ••••\n");
  expect(frame).toContain("password: ••••");
  expect(frame).not.toMatch(/abc|a, b/);
  expect(codeFrame(sourceOf("v: {token: a1, key: b2}"), 1, 1)).toContain("{token: ••••, key: ••••}");
});
