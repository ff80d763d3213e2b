import { expect, it } from "vitest";
import { quantityText } from "./quantity-text.ts";

it.each([
  [850, "ms", "850 ms"],
  [2500, "ms", "2.5 s"],
  [0.004, "ratio", "0.004"],
  [41.236, "percent", "41.24%"],
  [0.5, "ratio", "0.5"],
  [3, "count", "3"],
  [3, undefined, "3"],
  ["USER", "value", "USER"],
  [["lookup", "book"], "value", "lookup, book"],
  [true, undefined, "true"],
  [{ a: 1 }, "value", '{"a":1}'],
])("%j in %s reads %s", (value, unit, text) => {
  expect(quantityText(value, unit)).toBe(text);
});
