import { expect, test } from "vitest";
import type { Fact } from "../facts/facts.ts";
import { sentenceOf } from "./volunteer.ts";

test.each([
  ["recipient name", "Grace Harlow", "The recipient's name is Grace Harlow."],
  ["sender name", "Ana Diaz", "My name is Ana Diaz."],
  ["size", "large", "The size is large."],
  ["adults", "2", "It's 2 adults."],
])("%s %s is said as %s", (label, value, said) => {
  expect(sentenceOf({ label, value, slot: null, sentence: "" } as Fact)).toBe(said);
});
