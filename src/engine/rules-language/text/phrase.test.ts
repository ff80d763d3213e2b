import { describe, expect, it } from "vitest";
import { findWords } from "./phrase.ts";
import { wordsOf } from "./words.ts";

function found(phrase: string, text: string): string[] | undefined {
  const spans = findWords(wordsOf(phrase), wordsOf(text), { left: 1000 });
  return spans?.map(({ start, end }) => text.slice(start, end));
}

describe("findWords", () => {
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
    // Matches don't overlap.
    ["a a", "a a a", ["a a"]],
    ["!", "what!", []],
    ["", "what", []],
  ])("%j in %j", (phrase, text, expected) => {
    expect(found(phrase, text)).toEqual(expected);
  });
});

describe("wordsOf", () => {
  it.each([
    ["ok", 1],
    ["好", 1],
    ["?!", 0],
    ["", 0],
  ])("%j: %s", (phrase, expected) => {
    expect(wordsOf(phrase)).toHaveLength(expected);
  });
});
