import { expect, test } from "vitest";
import { type FigureStyle, inFigures } from "./in-figures.ts";
import { NUMBER_LEXICONS } from "./lexicon.ts";
import { wordsOf } from "./words.ts";

function figures(text: string, language = "en", style?: FigureStyle): string {
  const lexicon = NUMBER_LEXICONS.get(language);
  if (!lexicon) throw new Error(`no numbers in ${language}`);
  return inFigures(text, wordsOf(text), lexicon, style);
}

test.each([
  ["at ten-forty", "at 10 40"],
  ["ten oh five", "10 05"],
  ["Oh, ten of them", "Oh, 10 of them"],
  ["two hundred and fifty", "250"],
  ["a hundred and one", "101"],
  ["May the fourth, nineteen eighty-four", "May the 4th, 1984"],
  ["the twenty-first of March", "the 21st of March"],
  ["Thursday, the fifth", "Thursday, the 5th"],
  ["the first Tuesday", "the first Tuesday"],
  ["Your first visit", "Your first visit"],
  ["in one second", "in one second"],
  ["I have twenty. Thirty are left.", "I have 20. 30 are left."],
  ["twenty, thirty or forty", "20, 30 or 40"],
])("%j is %j in figures", (text, expected) => {
  expect(figures(text)).toBe(expected);
});

test('years and the word "one" are converted as the options say', () => {
  expect(figures("twenty fifteen")).toBe("2015");
  expect(figures("twenty fifteen", "en", { years: false })).toBe("20 15");
  expect(figures("one forty")).toBe("one 40");
  expect(figures("one forty", "en", { ones: true })).toBe("1 40");
});

test.each([
  ["de", "einundzwanzigster Siebter einundneunzig", "21.7.91"],
  ["de", "zweihundertfünfzig", "250"],
  ["es", "el uno de julio", "el 1 de julio"],
  ["fr", "soixante et onze", "71"],
])("in %s %j is %j", (language, text, expected) => {
  expect(figures(text, language)).toBe(expected);
});
