import { expect, test } from "vitest";
import { isDenied } from "./denied.ts";

const SAFE = /is safe|discount/;
const denied = (text: string) => {
  const found = SAFE.exec(text);
  if (!found) throw new Error(`no such words in ${text}`);
  return isDenied(text, found.index, found.index + found[0].length);
};

test.each([
  "I cannot promise that the kitchen is safe.",
  "I can\u2019t tell you that any dish is safe.",
  "It is late. I can't say, to be honest, that it is safe.",
  "Nothing is safe here.",
  "No dish is safe.",
  "A discount is not possible.",
  "A discount isn't something I can give, sorry.",
  "Unfortunately I have no discount for you.",
  "I'm unable to give a discount.",
  "It costs €62.50 and no discount applies.",
])("denied: %s", (text) => {
  expect(denied(text)).toBe(true);
});

test.each([
  "The kitchen is safe.",
  "No, it is safe.",
  "No problem, it is safe.",
  "Don't worry, it is safe.",
  "I can't see the kitchen. It is safe.",
  "I can't see the kitchen, but it is safe.",
  "It is safe! I can't wait.",
  "There is no doubt that it is safe.",
  "You get a discount of 10 percent. That is not much.",
])("not denied: %s", (text) => {
  expect(denied(text)).toBe(false);
});
