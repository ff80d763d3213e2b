import { expect, test } from "vitest";
import { isNewcomer } from "./newcomer.ts";

test.each([
  ["New patient with a sore shoulder who wants a first appointment", true],
  ["I've never stayed with you before, and I'd like a room.", true],
  ["Has never given blood before and wants to register", true],
  ["A first-time visitor", true],
  ["She is not yet registered.", true],
  ["Wants the parcel never delivered before noon", false],
  ["Moves her appointment to a new day", false],
])("%s: new here: %s", (text, expected) => {
  expect(isNewcomer(text)).toBe(expected);
});
