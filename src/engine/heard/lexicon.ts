/** The words of a language in the form in which values are read. */
import { LANGUAGES, type Language } from "../caller/language.ts";
import { NUMBER_LEXICONS, type NumberLexicon, spaced } from "../numbers/lexicon.ts";
import { bare } from "../numbers/words.ts";
import type { SpokenWords } from "../texts/schema.ts";

export interface Lexicon extends NumberLexicon {
  readonly language: Language;
  readonly spoken: SpokenWords;
  /** The language with the names of its slots without accents, as names of facts have them. */
  readonly bare: Language;
  readonly letters: ReadonlyMap<string, string>;
  readonly repeats: ReadonlyMap<string, number>;
  readonly signs: ReadonlyMap<string, string>;
  readonly as_in: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  /** The short forms of words of addresses, and words that say nothing in them. */
  readonly streets: ReadonlyMap<string, string>;
}

function lexicon(language: Language, spoken: SpokenWords, numbers: NumberLexicon): Lexicon {
  const words = <T>(record: Readonly<Record<string, T>>) =>
    new Map(Object.entries(record).map(([word, value]): [string, T] => [spaced(word), value]));
  return {
    ...numbers,
    language,
    spoken,
    bare: { ...language, slots: bareSlots(language.slots) },
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
  Object.values(LANGUAGES).flatMap((language) => {
    const numbers = NUMBER_LEXICONS.get(language.code);
    return language.spoken && numbers
      ? [[language.code, lexicon(language, language.spoken, numbers)] as const]
      : [];
  }),
);

/** The words of a language tag. Undefined for a language whose spoken values are not known. */
export const lexiconOf = (tag: string | null | undefined): Lexicon | undefined =>
  LEXICONS.get((tag || "en").split(/[-_]/)[0]?.toLowerCase() ?? "");
