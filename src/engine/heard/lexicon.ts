/** The words of a language in the form in which values are read. */
import { LANGUAGES, type Language } from "../caller/language.ts";
import { numberWords } from "../redaction/spoken-numbers.ts";
import type { SpokenWords } from "../texts/schema.ts";
import { bare } from "./words.ts";

export interface Lexicon {
  readonly language: Language;
  readonly spoken: SpokenWords;
  /** The language with the names of its slots without accents, as names of facts have them. */
  readonly bare: Language;
  /** Numbers from 0 to 99, by their words with blanks between them. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly hundreds: ReadonlyMap<string, number>;
  readonly thousands: ReadonlySet<string>;
  readonly and: ReadonlySet<string>;
  readonly months: ReadonlySet<string>;
  readonly ordinals: ReadonlyMap<string, number>;
  readonly letters: ReadonlyMap<string, string>;
  readonly repeats: ReadonlyMap<string, number>;
  readonly signs: ReadonlyMap<string, string>;
  readonly as_in: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  /** The short forms of words of addresses, and words that say nothing in them. */
  readonly streets: ReadonlyMap<string, string>;
}

const spaced = (word: string) => bare(word.replaceAll(/[-']/g, " "));

function lexicon(language: Language, spoken: SpokenWords): Lexicon {
  const numbers = [...(numberWords(language.code) ?? [])].map(([word, digits]): [string, number] => [
    spaced(word),
    Number(digits),
  ]);
  const words = <T>(record: Readonly<Record<string, T>>) =>
    new Map(Object.entries(record).map(([word, value]): [string, T] => [spaced(word), value]));
  return {
    language,
    spoken,
    bare: { ...language, slots: bareSlots(language.slots) },
    numbers: new Map(numbers),
    hundreds: new Map(spoken.hundred.map((word) => [spaced(word), 100])),
    thousands: new Set(spoken.thousand.map(spaced)),
    and: new Set(spoken.and.map(spaced)),
    months: new Set(language.dates.months.flatMap((month) => month.split("/").map(bare))),
    ordinals: words(spoken.ordinals),
    letters: words(spoken.letters),
    repeats: words(spoken.repeats),
    signs: words(spoken.signs),
    as_in: new Set(spoken.as_in.map(spaced)),
    titles: new Set(spoken.titles.map(spaced)),
    streets: new Map(
      spoken.streets.flatMap((forms) => {
        const [first = "", ...short] = forms.split("/").map(spaced);
        return [first, ...short].map((form): [string, string] => [form, first]);
      }),
    ),
  };
}

const bareSlots = (slots: Language["slots"]) =>
  Object.fromEntries(
    Object.entries(slots).map(([slot, { ask, near = [] }]) => [
      slot,
      { ask: ask.map(bare), near: near.map(bare) },
    ]),
  ) as Language["slots"];

const LEXICONS: ReadonlyMap<string, Lexicon> = new Map(
  Object.values(LANGUAGES).flatMap((language) =>
    language.spoken ? [[language.code, lexicon(language, language.spoken)] as const] : [],
  ),
);

/** The words of a language tag. Undefined for a language whose spoken values are not known. */
export const lexiconOf = (tag: string | null | undefined): Lexicon | undefined =>
  LEXICONS.get((tag || "en").split(/[-_]/)[0]?.toLowerCase() ?? "");
