import { expect, test } from "vitest";
import { duration, percent } from "./figures-in-words.ts";

test.each([
  [1, "100%"],
  [0.9999, "99.9%"],
  [2 / 3, "66.7%"],
  [0.5, "50%"],
  [0.0001, "0.1%"],
  [0, "0%"],
])("the rate %d reads %s", (rate, text) => {
  expect(percent(rate)).toBe(text);
});

test.each([
  [0, "0 ms"],
  [849.6, "850 ms"],
  [999.7, "1.0 s"],
  [6000, "6.0 s"],
  [3040, "3.04 s"],
  [125_300, "125.3 s"],
  [-1500, "-1.5 s"],
])("%d ms read %s", (ms, text) => {
  expect(duration(ms)).toBe(text);
});
