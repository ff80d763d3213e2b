import fc from "fast-check";
import { expect, test } from "vitest";
import { Composer } from "./composer.ts";

test("a line is a message", () => {
  expect(new Composer().add("Hello")).toBe("Hello");
});

test('text between two """ is a message', () => {
  const composer = new Composer();
  expect(['"""one', "", 'two"""', "three"].map((line) => composer.add(line))).toEqual([
    undefined,
    undefined,
    "one\n\ntwo",
    "three",
  ]);
  expect(composer.add('"""one"""')).toBe("one");
  expect(['"""', "one", '"""'].map((line) => composer.add(line))).toEqual([undefined, undefined, "one"]);
});

test("a line that continues is the beginning of a message", () => {
  const composer = new Composer();
  expect(composer.add("one", true)).toBeUndefined();
  expect(composer.isOpen).toBe(true);
  expect(composer.add("two")).toBe("one\ntwo");
  expect(composer.isOpen).toBe(false);
});

test("a message that was begun can be discarded", () => {
  const composer = new Composer();
  composer.add('"""one');
  composer.drop();
  expect(composer.add("two")).toBe("two");
});

test("any text without the mark becomes a message unchanged", () => {
  const line = fc
    .string()
    .filter((text) => !text.includes('"""') && !text.endsWith('"') && !text.includes("\n"));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      const composer = new Composer();
      for (const one of ['"""', ...lines]) expect(composer.add(one)).toBeUndefined();
      expect(composer.add('"""')).toBe(lines.join("\n"));
    }),
  );
});
