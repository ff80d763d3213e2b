import { datesIn, type SaidDate } from "../caller/facts/moments.ts";
import { findValues } from "../caller/facts/values.ts";
import { inFigures } from "../numbers/in-figures.ts";
import { type Word, wordsOf } from "../numbers/words.ts";
import { clean, fold } from "../transcript/fold.ts";
import { sentences } from "../transcript/sentences.ts";
import type { Lexicon } from "./lexicon.ts";
import { groupsIn, type Run, runsIn } from "./spelling.ts";

/** A sentence, and what is read in it. Whatever takes long is read when it is first asked for. */
export interface Sentence {
  readonly text: string;
  readonly folded: string;
  readonly words: readonly Word[];
  readonly groups: ReturnType<typeof groupsIn>;
  /** The numbers and codes in it. */
  readonly runs: () => readonly Run[];
  /** With its numbers and days in figures. */
  readonly figures: () => string;
  readonly dates: () => readonly SaidDate[];
  /** The amounts, with their currency. */
  readonly amounts: () => readonly string[];
}

/** Longer texts are documents, not something that is said. */
const LONGEST = 20_000;

export const readSentences = (text: string, lexicon: Lexicon): Sentence[] =>
  sentences(clean(text.slice(0, LONGEST))).map((sentence) => readSentence(sentence, lexicon));

/** A text that is one sentence or one value, such as an argument of a tool. */
export function readSentence(text: string, lexicon: Lexicon): Sentence {
  const words = wordsOf(text);
  const groups = groupsIn(words, lexicon);
  const figures = once(() => inFigures(text, words, lexicon));
  return {
    text,
    folded: fold(text),
    words,
    groups,
    figures,
    runs: once(() => runsIn(words, groups)),
    dates: once(() =>
      hasFigure(figures())
        ? datesIn(figures(), lexicon.language).filter(({ text: date }) => hasFigure(date))
        : [],
    ),
    amounts: once(() =>
      hasFigure(figures())
        ? findValues(figures(), lexicon.language).flatMap((value) =>
            value.kind === "amount" ? [value.text] : [],
          )
        : [],
    ),
  };
}

const hasFigure = (text: string) => /\d/.test(text);

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What the words of a span are in the sentence. */
export const textOf = ({ text, words }: Sentence, from: number, to: number): string =>
  text.slice(words[from]?.start ?? 0, words[to]?.end ?? text.length);
