/** The words of numbers, days and months of the languages in which numbers are read from words. */
import texts from "texts:languages";
import type { LanguageTexts, SpokenWords } from "../texts/schema.ts";
import { numberWords } from "./number-words.ts";
import { bare } from "./words.ts";

export interface NumberLexicon {
  readonly code: string;
  /** Numbers from 0 to 99, by their words with blanks between them. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly hundreds: ReadonlyMap<string, number>;
  readonly thousands: ReadonlySet<string>;
  readonly and: ReadonlySet<string>;
  readonly months: ReadonlySet<string>;
  readonly ordinals: ReadonlyMap<string, number>;
}

/** A word or phrase without accents, in which blanks join its parts. */
export const spaced = (word: string): string => bare(word.replaceAll(/[-']/g, " "));

const lexicon = (code: string, { dates }: LanguageTexts, spoken: SpokenWords): NumberLexicon => ({
  code,
  numbers: new Map([...(numberWords(code) ?? [])].map(([word, digits]) => [spaced(word), Number(digits)])),
  hundreds: new Map(spoken.hundred.map((word) => [spaced(word), 100])),
  thousands: new Set(spoken.thousand.map(spaced)),
  and: new Set(spoken.and.map(spaced)),
  months: new Set(dates.months.flatMap((month) => month.split("/").map(bare))),
  ordinals: new Map(Object.entries(spoken.ordinals).map(([word, day]) => [spaced(word), day])),
});

/** By the code of the language. */
export const NUMBER_LEXICONS: ReadonlyMap<string, NumberLexicon> = new Map(
  Object.entries(texts).flatMap(([code, language]) =>
    language.spoken ? [[code, lexicon(code, language, language.spoken)] as const] : [],
  ),
);
