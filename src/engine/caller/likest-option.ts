/** Which of several options texts speak of: "tracking" before "missing parcel" where both are named. */
import { stemOf } from "../words/english.ts";
import type { Language } from "./language.ts";
import { words } from "./words.ts";

const LEAST_LETTERS = 4;
/** Options and wishes have these in common without meaning the same. */
const COMMON = new Set(
  (
    "about already also another anything back from have just like more need other some something that them then there " +
    "this thing wants want what which with would your"
  ).split(" "),
);

/** The option of whose own words, which no other has, the largest share is in the texts. Undefined if none is, or two are alike. */
export function likest(
  options: readonly string[],
  texts: readonly string[],
  language: Language,
): string | undefined {
  const said = new Set(texts.flatMap((text) => stemsOf(text, language)));
  const stems = options.map((option) => stemsOf(option, language));
  const ranked = options
    .map((option, place) => {
      const others = new Set(stems.toSpliced(place, 1).flat());
      const own = (stems[place] ?? []).filter((stem) => !others.has(stem));
      return { option, share: own.filter((stem) => said.has(stem)).length / Math.max(1, own.length) };
    })
    .toSorted((a, b) => b.share - a.share);
  const [best, next] = ranked;
  return best && best.share > (next?.share ?? 0) ? best.option : undefined;
}

/** "track" and "tracking" are one. */
const stemsOf = (text: string, language: Language): string[] =>
  words(text.replaceAll("-", " "), language.code)
    .filter(
      (word) => word.length >= LEAST_LETTERS && !COMMON.has(word) && !language.small_words.includes(word),
    )
    .map(stemOf);
