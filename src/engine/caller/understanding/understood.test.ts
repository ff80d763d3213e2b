import { expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { isClear, isSaid } from "./understood.ts";

it.each([
  ["Friday at half past two, please", "14:30", true],
  ["at a quarter to nine", "08:45", true],
  ["at 2:30 pm", "14:30", true],
  ["Friday at half past three", "14:30", false],
  ["half a day at two", "14:30", false],
  ["My number is +1 415 555 0175.", "1", false],
  ["My number is 0171 39200-14, and there are 2 of us.", "2", true],
  ["2, 3 or 4 of them", "3", true],
])("%s, of %s: %s", (text, value, said) => {
  expect(isSaid(text, value, languageOf("en"))).toBe(said);
});

it.each([
  ["So that's 2 guests for 3 nights.", "guests", true],
  ["So that's 3 people for 2 nights.", "guests", false],
  ["A room for 2 nights, then.", "guests", false],
  ["Two it is.", "guests", true],
  ["On 2 March, 3 bikes.", "quantity", false],
  ["On 5 March, 2 bikes.", "quantity", true],
])("%j reads 2 of %s back: %s", (utterance, name, expected) => {
  expect(isClear([{ role: "AGENT", utterance }], "2", languageOf("en"), name)).toBe(expected);
});
