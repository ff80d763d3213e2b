import { describe, expect, it } from "vitest";
import { findPhrase, hasWords } from "./phrase.ts";

function found(phrase: string, text: string): string[] {
  return findPhrase(phrase, text).map(({ start, end }) => text.slice(start, end));
}

describe("findPhrase", () => {
  it.each([
    ["recorded line", "You are on a RECORDED,\n line.", ["RECORDED,\n line"]],
    ["recorded line", "two recorded lines", []],
    ["yes", "Yes! yes; yesterday", ["Yes", "yes"]],
    ["don't", "I dont. Don’t!", ["dont", "Don’t"]],
    ["follow up", "a follow-up call", ["follow-up"]],
    ["follow-up", "a followup call", []],
    ["$50.00", "that is 50.00 dollars", ["50.00"]],
    ["straße", "STRASSE", ["STRASSE"]],
    ["istanbul", "İSTANBUL", ["İSTANBUL"]],
    ["İstanbul", "istanbul'a", []],
    ["İyi günler", "iyi günler", ["iyi günler"]],
    ["cafe", "café", []],
    ["ﬁne", "fine", ["fine"]],
    ["はい", "はい、そうです", ["はい"]],
    ["はい", "そうはいかない", ["はい"]],
    ["谢谢", "好的谢谢你", ["谢谢"]],
    ["コーヒー", "コーヒーを", ["コーヒー"]],
    ["हाँ", "जी हाँ।", ["हाँ"]],
    // Places don't overlap.
    ["a a", "a a a", ["a a"]],
    ["!", "what!", []],
    ["", "what", []],
  ])("%j in %j", (phrase, text, expected) => {
    expect(found(phrase, text)).toEqual(expected);
  });
});

describe("hasWords", () => {
  it.each([
    ["ok", true],
    ["好", true],
    ["?!", false],
    ["", false],
  ])("%j: %s", (phrase, expected) => {
    expect(hasWords(phrase)).toBe(expected);
  });
});
