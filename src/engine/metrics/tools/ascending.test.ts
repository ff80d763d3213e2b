import fc from "fast-check";
import { expect, test } from "vitest";
import { isAscending } from "./ascending.ts";

test.each([
  [[], true],
  [[1], true],
  [[1, 1, 2], true],
  [[1, 3, 2], false],
  [["a", "b"], true],
  [["b", "a"], false],
])("%j: %j", (values: number[] | string[], ascending) => {
  expect(isAscending(values)).toBe(ascending);
});

test("a list of texts that is ascending is the list that a sort makes of it", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 2 }), { maxLength: 3 }), (texts) => {
      const sorted = texts.toSorted();
      expect(isAscending(texts)).toBe(sorted.every((text, at) => text === texts[at]));
    }),
  );
});
