import { expect, it } from "vitest";
import { languageOf } from "./language.ts";
import { isSaid } from "./understood.ts";

it.each([
  ["Friday at half past two, please", "14:30", true],
  ["at a quarter to nine", "08:45", true],
  ["at 2:30 pm", "14:30", true],
  ["Friday at half past three", "14:30", false],
  ["half a day at two", "14:30", false],
])("%s, of %s: %s", (text, value, said) => {
  expect(isSaid(text, value, languageOf("en"))).toBe(said);
});
